//! What a database says of itself by the migrations that it has had: whether it is one of this server's, and
//! whether it is up to date. For those who read it and must not change it.

use sqlx::migrate::Migrator;

/// A migration that a database has had: its version and its checksum.
pub(super) type Had = (i64, Vec<u8>);

/// What the migrations of a database say.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Migrated {
    /// It is as this binary would make it.
    UpToDate,
    /// It lacks some; this is the last that it has.
    Older(i64),
    /// It has this one, which the binary does not know.
    Newer(i64),
    /// They are none of this server's.
    Foreign,
}

/// Judges a database by what it has had, oldest first.
pub(super) fn judge(had: &[Had], known: &Migrator) -> Migrated {
    let (Some((version, checksum)), Some((last, _))) = (had.first(), had.last()) else {
        return Migrated::Foreign;
    };
    // Others migrate in the same way, and count from 1 as well.
    if !known.iter().any(|own| own.version == *version && *own.checksum == checksum[..]) {
        return Migrated::Foreign;
    }
    match last.cmp(&known.iter().map(|own| own.version).max().unwrap_or(0)) {
        std::cmp::Ordering::Less => Migrated::Older(*last),
        std::cmp::Ordering::Equal => Migrated::UpToDate,
        std::cmp::Ordering::Greater => Migrated::Newer(*last),
    }
}

#[cfg(test)]
mod tests {
    use sqlx::SqlSafeStr;
    use sqlx::migrate::{Migration, MigrationType};

    use super::*;

    #[test]
    fn the_migrations_tell_what_a_database_is() {
        let own = |version| {
            Migration::new(version, "own".into(), MigrationType::Simple, "SELECT 1".into_sql_str(), false)
        };
        let known = Migrator::with_migrations(vec![own(1), own(2)]);
        let had = |versions: &[i64]| {
            let had: Vec<Had> = versions.iter().map(|at| (*at, own(*at).checksum.to_vec())).collect();
            judge(&had, &known)
        };
        assert_eq!(had(&[]), Migrated::Foreign);
        assert_eq!(had(&[1]), Migrated::Older(1));
        assert_eq!(had(&[1, 2]), Migrated::UpToDate);
        assert_eq!(had(&[1, 2, 3]), Migrated::Newer(3));
        assert_eq!(had(&[20_240_101]), Migrated::Foreign);
        assert_eq!(judge(&[(1, vec![0; 48]), (2, vec![0; 48])], &known), Migrated::Foreign);
    }
}
