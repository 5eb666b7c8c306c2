//! `schema`: what editors hold a configuration or a profile to.

use designlint_files::{profile_schema, schema};
use designlint_render::json::to_pretty;

use crate::arguments::SchemaArguments;
use crate::output::{Exit, print};
use crate::values::SchemaOf;

/// Prints the schema.
pub fn run(arguments: &SchemaArguments) -> Exit {
    let rules = designlint_rules::ALL;
    print(&to_pretty(&match arguments.of {
        SchemaOf::Configuration => schema(rules),
        SchemaOf::Profile => profile_schema(rules),
    }))
}
