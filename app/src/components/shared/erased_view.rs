//! Type erasure of views without asynchronous hydration.
//!
//! `into_any` instantiates two ways to hydrate a view, one of them asynchronous, for suspended
//! parts. No view here suspends, and the second way was a seventh of the bundle.

use leptos::attr::Attribute;
use leptos::attr::any_attribute::AnyAttribute;
use leptos::prelude::*;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::ssr::StreamBuilder;
use leptos::tachys::view::{Position, PositionState};

/// Erases a view's type.
pub trait Erase {
    /// The view as an [`AnyView`].
    fn erase(self) -> AnyView;
}

impl<V: RenderHtml + 'static> Erase for V {
    fn erase(self) -> AnyView {
        Erased(self).into_any()
    }
}

/// Delegates everything but asynchronous hydration, for which the trait's default hydrates at once.
struct Erased<V>(V);

impl<V: Render> Render for Erased<V> {
    type State = V::State;

    fn build(self) -> Self::State {
        self.0.build()
    }

    fn rebuild(self, state: &mut Self::State) {
        self.0.rebuild(state);
    }
}

impl<V: RenderHtml> AddAnyAttr for Erased<V> {
    type Output<A: Attribute> = V::Output<A>;

    fn add_any_attr<A: Attribute>(self, attribute: A) -> Self::Output<A>
    where
        Self::Output<A>: RenderHtml,
    {
        self.0.add_any_attr(attribute)
    }
}

impl<V: RenderHtml + 'static> RenderHtml for Erased<V> {
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
