//! Reports of designlint as text: full, concise, JSON.
