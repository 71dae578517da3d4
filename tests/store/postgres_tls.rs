//! PostgreSQL over TLS: with a certificate that the server signed itself.

use slapdown::store::Store as _;
use slapdown::store::postgres::{DatabaseUrl, OpenError, PostgresStore};
use sqlx::Row as _;

use crate::make::{clock, guest, open_postgres, room};
use crate::postgres::Cluster;

#[tokio::test]
async fn a_store_speaks_tls_where_that_is_asked_for() {
    let mut cluster = Cluster::start_new();
    let certificate = cluster.speak_tls();
    let database = cluster.database().await;
    let with = |more: &str| format!("{}?sslmode={more}", database.url);
    let trusted = with(&format!("verify-full&sslrootcert={certificate}"));
    // Without TLS first: the question below can tell the difference.
    for (number, (url, encrypted)) in
        (1..).zip([(with("disable"), false), (with("require"), true), (trusted, true)])
    {
        let store = open_postgres(&url).await;
        room(number).make(&store).await;
        store.add_player(&guest(number)).await.expect("kept");
        let connections = sqlx::query(
            "SELECT ssl.ssl FROM pg_stat_ssl AS ssl JOIN pg_stat_activity AS activity USING (pid) \
             WHERE activity.application_name = 'slapdown' AND activity.datname = current_database()",
        )
        .fetch_all(&mut database.connect().await)
        .await
        .expect("the connections");
        assert!(!connections.is_empty());
        assert!(connections.iter().all(|row| row.get::<bool, _>(0) == encrypted), "{url}");
        store.close().await;
    }
    // A certificate that nobody vouches for is good enough for `require`, and not for more.
    let refused = PostgresStore::open(&DatabaseUrl::new(with("verify-full")), clock()).await;
    let error = refused.expect_err("nobody vouches for it");
    assert!(matches!(error, OpenError::Refused { .. }), "{error:?}");
    let said = error.to_string();
    assert!(said.contains("certificate") && said.contains("(TLS)") && !said.contains('\n'), "{said}");
}
