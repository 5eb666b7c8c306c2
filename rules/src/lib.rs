//! The rules of designlint and their packs.
