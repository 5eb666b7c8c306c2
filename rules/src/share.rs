//! A share as an option of a rule.

use std::fmt;

use designlint_quantity::{Rational, TokenKind, tokens};
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

/// A share between 0 and 1, written `15%`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Share(pub Rational);

impl Share {
    /// So many hundredths.
    pub fn percent(hundredths: u8) -> Self {
        Self(Rational::from(hundredths) / Rational::from(100u8))
    }

    fn read(text: &str) -> Option<Self> {
        let tokens = tokens(text);
        let [number, sign] = tokens.as_slice() else { return None };
        let TokenKind::Number(number) = &number.kind else { return None };
        let share = &number.value / Rational::from(100u8);
        (sign.kind == TokenKind::Percent && share <= Rational::ONE).then_some(Self(share))
    }
}

impl<'de> Deserialize<'de> for Share {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Text)
    }
}

struct Text;

impl Visitor<'_> for Text {
    type Value = Share;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a share of 0 to 100% such as 15%")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Share, E> {
        Share::read(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}
