//! A view with its type forgotten, hydrated as a whole.
//!
//! `into_any` keeps two ways to hydrate a view, one of them asynchronous, for parts that load
//! late. No view here waits for anything, and the second way was a seventh of the bundle.

use leptos::attr::Attribute;
use leptos::attr::any_attribute::AnyAttribute;
use leptos::prelude::*;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::ssr::StreamBuilder;
use leptos::tachys::view::{Position, PositionState};

/// Forgetting a view's type.
pub trait IntoWhole {
    /// The view as one that may stand beside any other.
    fn into_whole(self) -> AnyView;
}

impl<V: RenderHtml + 'static> IntoWhole for V {
    fn into_whole(self) -> AnyView {
        Whole(self).into_any()
    }
}

/// Everything is the view's own, but asynchronous hydration, which is left to the trait: at once.
struct Whole<V>(V);

impl<V: Render> Render for Whole<V> {
    type State = V::State;

    fn build(self) -> Self::State {
        self.0.build()
    }

    fn rebuild(self, state: &mut Self::State) {
        self.0.rebuild(state);
    }
}

impl<V: RenderHtml> AddAnyAttr for Whole<V> {
    type Output<A: Attribute> = V::Output<A>;

    fn add_any_attr<A: Attribute>(self, attribute: A) -> Self::Output<A>
    where
        Self::Output<A>: RenderHtml,
    {
        self.0.add_any_attr(attribute)
    }
}

impl<V: RenderHtml + 'static> RenderHtml for Whole<V> {
    type AsyncOutput = V::AsyncOutput;
    type Owned = Self;

    const MIN_LENGTH: usize = V::MIN_LENGTH;
    const EXISTS: bool = V::EXISTS;

    fn dry_resolve(&mut self) {
        self.0.dry_resolve();
    }

    fn resolve(self) -> impl Future<Output = Self::AsyncOutput> + Send {
        self.0.resolve()
    }

    fn html_len(&self) -> usize {
        self.0.html_len()
    }

    fn to_html_with_buf(
        self,
        buf: &mut String,
        position: &mut Position,
        escape: bool,
        mark_branches: bool,
        extra_attrs: Vec<AnyAttribute>,
    ) {
        self.0
            .to_html_with_buf(buf, position, escape, mark_branches, extra_attrs);
    }

    fn to_html_async_with_buf<const OUT_OF_ORDER: bool>(
        self,
        buf: &mut StreamBuilder,
        position: &mut Position,
        escape: bool,
        mark_branches: bool,
        extra_attrs: Vec<AnyAttribute>,
    ) {
        self.0.to_html_async_with_buf::<OUT_OF_ORDER>(
            buf,
            position,
            escape,
            mark_branches,
            extra_attrs,
        );
    }

    fn hydrate<const FROM_SERVER: bool>(
        self,
        cursor: &Cursor,
        position: &PositionState,
    ) -> Self::State {
        self.0.hydrate::<FROM_SERVER>(cursor, position)
    }

    fn into_owned(self) -> Self::Owned {
        self
    }
}
