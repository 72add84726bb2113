//! Renames product ids.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use renewal_rules::schema::{Field, FieldTree as _};
use renewal_rules::{ProductId, find_field};
use renewal_rules_json::{Location, Tree, quoted};

use crate::{Cursor, Guide, OpenText};

impl Cursor {
    /// Returns the product id under the cursor, if it is the id of a product or an element of a chain.
    pub fn product_id(&self) -> Option<ProductId> {
        let field = find_field(&self.pointer).filter(|_| !self.is_name)?;
        let is_id = matches!(field, Field::Id | Field::ChainItem);
        // Parse the token as JSON, because the id may be written in another notation, such as `102.0`.
        Tree::parse(&*self.token).ok().filter(|_| is_id)?.document().product_id(0)
    }
}

impl Guide {
    /// Renames the product id under a cursor in the first text. Returns the new id, and for each text the locations of
    /// the old id, which the new id replaces.
    ///
    /// ```
    /// use renewal_rules_editor::{Guide, OpenText};
    /// use renewal_rules::Options;
    ///
    /// let open = OpenText::new(r#"{"id":101,"licence_term":"P1M"}"#, false, &Options::default());
    /// let (id, locations) = Guide::default().rename(&[&open], &open.cursor(1, 8), "102")?;
    /// assert_eq!(id.get(), 102);
    /// assert_eq!(locations[0][0].column, 7);
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a message with a remedy if no id is under the cursor, if `name` is not a product id, or if another
    /// product already has this id.
    pub fn rename(
        &self,
        texts: &[&OpenText],
        cursor: &Cursor,
        name: &str,
    ) -> Result<(ProductId, Vec<Vec<Location>>), String> {
        let Some(old) = cursor.product_id() else { return Err(self.sentences.get("guide-rename-none").into()) };
        let Some(new) = parse_id(name.trim()) else {
            let params = [("name", &*quoted(name)), ("max", &ProductId::MAX.to_string())];
            return Err(self.sentences.fill("guide-rename-invalid", &params));
        };
        if new == old {
            return Ok((new, texts.iter().map(|_| Vec::new()).collect()));
        }
        if texts.iter().any(|text| text.ids().any(|id| id == Some(new))) {
            return Err(self.sentences.fill("guide-rename-taken", &[("id", &new.to_string())]));
        }
        let locations = |text: &&OpenText| text.uses(old).into_iter().map(|(_, location)| location).collect();
        Ok((new, texts.iter().map(locations).collect()))
    }
}

/// Parses an id in its plain notation: digits without sign and leading zero.
fn parse_id(text: &str) -> Option<ProductId> {
    let id = text.parse().ok().and_then(ProductId::new)?;
    (id.to_string() == text).then_some(id)
}
