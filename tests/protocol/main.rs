//! x
#[test]
fn t() { slapdown::cli::schema::run(std::path::Path::new("/tmp/protoout")).unwrap(); }
