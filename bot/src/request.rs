//! What is asked of GitHub, as values: they are planned, printed and sent, each in its own place.

use serde_json::{Value, json};

/// A method of HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Reads.
    Get,
    /// Creates: twice is once too often.
    Post,
    /// Changes.
    Patch,
    /// Takes away.
    Delete,
}

impl Method {
    /// As it stands in a request.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }

    /// Whether sending it again does what sending it once does.
    pub const fn is_repeatable(self) -> bool {
        !matches!(self, Self::Post)
    }
}

/// A request to the API.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Method.
    pub method: Method,
    /// Path with its query, from the root of the API; a whole address only for GraphQL.
    pub path: String,
    /// What is sent with it, as JSON.
    pub body: Option<Value>,
}

impl Request {
    /// Reads what is at a path.
    pub fn get(path: impl Into<String>) -> Self {
        Self { method: Method::Get, path: path.into(), body: None }
    }

    /// Creates something at a path.
    pub fn post(path: impl Into<String>, body: Value) -> Self {
        Self { method: Method::Post, path: path.into(), body: Some(body) }
    }

    /// Gives a comment another text.
    pub fn edit(path: impl Into<String>, text: &str) -> Self {
        Self { method: Method::Patch, path: path.into(), body: Some(json!({"body": text})) }
    }

    /// Takes away what is at a path.
    pub fn delete(path: impl Into<String>) -> Self {
        Self { method: Method::Delete, path: path.into(), body: None }
    }

    /// The request on one line, as `--dry-run` prints it.
    pub fn line(&self) -> String {
        let mut shown = json!({"method": self.method.name(), "path": self.path});
        if let Some(body) = &self.body {
            shown["body"] = body.clone();
        }
        designlint_render::escape::json(shown.to_string())
    }
}
