//! Rules, settings, the check, findings, suppression and fixes of designlint.
