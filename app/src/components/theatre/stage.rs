//! The picture: a canvas with the tree, its pointer and what it says.

use std::collections::BTreeMap;
use std::sync::Arc;

use client::theatre::{
    Icicle, Label, Palette, Picture, TheatreEvent, TheatreState, TreeStage, TreeView,
};
use leptos::ev::PointerEvent;
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use wasm_bindgen::Clamped;
use web_sys::{CanvasRenderingContext2d, ImageData};

use super::swatch::use_palette;
use super::text::move_name;
use crate::controllers::theatre::TheatreController;
use crate::platform::browser_only::BrowserOnly;
use crate::platform::size_observer::SizeObserver;

/// What the picture is drawn from.
#[derive(Clone, PartialEq)]
struct Scene {
    view: Arc<TreeView>,
    top: u32,
    selected: u32,
    last_visit: u32,
    is_at_end: bool,
    cause: Option<engine::search::Cause>,
    found: Arc<Vec<u32>>,
    wrong: Vec<u32>,
}

/// What stays from one drawing to the next.
#[derive(Default)]
struct StageCanvas {
    picture: Picture,
    context: Option<CanvasRenderingContext2d>,
    /// The names of the moves of a tree, by node.
    names: BTreeMap<u32, String>,
    named: Option<Arc<TreeView>>,
}

/// A canvas' size: width and height in pixels of the page, and pixels of the screen in one of them.
type Size = (u32, u32, u32);

#[component]
pub fn Stage(theatre: TheatreController) -> impl IntoView {
    let stage = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    let size = RwSignal::new((0, 0, 1));
    let stage_canvas = BrowserOnly::new(StageCanvas::default());
    let scene = theatre.read_search(scene);
    let palette = use_palette();
    // The effect's value owns the observer.
    Effect::new(move |_| {
        let stage = stage.get()?;
        let observed = stage.clone();
        SizeObserver::new(&stage, move || {
            let scale = window().device_pixel_ratio().round().clamp(1.0, 3.0) as u32;
            let side = |pixels: i32| pixels.max(0) as u32;
            let (width, height) = (observed.client_width(), observed.client_height());
            size.set((side(width), side(height), scale));
        })
    });
    Effect::new(move |_| {
        let (Some(canvas), size) = (canvas.get(), size.get()) else {
            return;
        };
        let palette = palette.get();
        scene.with(|scene| {
            stage_canvas
                .update(|stage_canvas| stage_canvas.draw(&canvas, size, scene.as_ref(), palette));
        });
    });
    let node_under = move |event: &PointerEvent| {
        let (width, height, _) = size.get_untracked();
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        scene.with_untracked(|scene| {
            let icicle = scene.as_ref()?.icicle(Palette::DARK, 1);
            icicle.node_at(width as usize, height as usize, x, y)
        })
    };
    let pointed = StoredValue::new(None::<u32>);
    let moved = move |event: PointerEvent| {
        if event.pointer_type() == "touch" {
            return;
        }
        let node = node_under(&event);
        if pointed.get_value() != node {
            pointed.set_value(node);
            theatre.dispatch(TheatreEvent::Hover(node));
        }
    };
    let left = move |_| {
        pointed.set_value(None);
        theatre.dispatch(TheatreEvent::Hover(None));
    };
    let pressed = move |event: PointerEvent| {
        if let Some(node) = node_under(&event) {
            theatre.dispatch(TheatreEvent::Select(node));
        }
    };
    let zoomed = move |_| {
        let selected = theatre.with_untracked(|state| state.selected);
        theatre.dispatch(TheatreEvent::Zoom(selected));
    };
    let waiting = theatre.read(waiting_text);
    view! {
        <div class="stage" node_ref=stage class:waiting=move || waiting.get().is_some()>
            <canvas
                node_ref=canvas
                aria-hidden="true"
                on:pointermove=moved
                on:pointerleave=left
                on:pointerup=pressed
                on:dblclick=zoomed
            ></canvas>
            <p class="stage-wait" role="status">{move || waiting.get()}</p>
        </div>
    }
}

/// What is shown in place of a tree.
fn waiting_text(state: &TheatreState) -> Option<String> {
    match &state.stage {
        TreeStage::Shown => None,
        TreeStage::Refused(reason) => Some(reason.clone()),
        TreeStage::Due | TreeStage::Searching(_) if state.view.is_some() => None,
        TreeStage::Due => Some("The engine is coming\u{2026}".to_owned()),
        TreeStage::Searching(_) => Some("Searching\u{2026}".to_owned()),
    }
}

fn scene(state: &TheatreState) -> Option<Scene> {
    Some(Scene {
        view: Arc::clone(state.view.as_ref()?),
        top: state.top,
        selected: state.hovered.unwrap_or(state.selected),
        last_visit: state.film.last_visit(),
        is_at_end: state.film.is_at_end(),
        cause: state.cause,
        found: Arc::clone(&state.found),
        wrong: state.bets.failed_nodes(),
    })
}

impl Scene {
    fn icicle(&self, palette: Palette, scale: usize) -> Icicle<'_> {
        Icicle {
            view: &self.view,
            top: self.top,
            last_visit: match self.is_at_end {
                true => u32::MAX,
                false => self.last_visit,
            },
            cause: self.cause,
            selected: match self.is_at_end {
                true => self.selected,
                false => u32::MAX,
            },
            found: &self.found,
            wrong: &self.wrong,
            palette,
            scale,
        }
    }
}

impl StageCanvas {
    fn draw(
        &mut self,
        canvas: &web_sys::HtmlCanvasElement,
        (width, height, scale): Size,
        scene: Option<&Scene>,
        palette: Palette,
    ) {
        let (wide, high) = (width * scale, height * scale);
        if wide == 0 || high == 0 {
            return;
        }
        if (canvas.width(), canvas.height()) != (wide, high) {
            canvas.set_width(wide);
            canvas.set_height(high);
        }
        if self.context.is_none() {
            let context = canvas.get_context("2d").ok().flatten();
            self.context = context.and_then(|context| context.dyn_into().ok());
        }
        let (Some(context), Some(scene)) = (self.context.clone(), scene) else {
            return;
        };
        let icicle = scene.icicle(palette, scale as usize);
        icicle.draw(&mut self.picture, wide as usize, high as usize);
        let bytes = Clamped(self.picture.bytes());
        let Ok(image) = ImageData::new_with_u8_clamped_array_and_sh(bytes, wide, high) else {
            return;
        };
        // Fails only for a canvas that another site has drawn to.
        drop(context.put_image_data(&image, 0.0, 0.0));
        self.write_labels(&context, scene, scale);
        if !scene.is_at_end {
            let (first, visits) = scene.view.span(scene.top);
            let share = f64::from(scene.last_visit - first + 1) / f64::from(visits.max(1));
            let x = (share * f64::from(wide)).round();
            let [red, green, blue, _] = palette.chosen;
            context.set_fill_style_str(&format!("rgb({red} {green} {blue})"));
            context.fill_rect(x, 0.0, f64::from(2 * scale), high.into());
        }
    }

    fn write_labels(&mut self, context: &CanvasRenderingContext2d, scene: &Scene, scale: u32) {
        let is_same = |named: &Arc<TreeView>| Arc::ptr_eq(named, &scene.view);
        if !self.named.as_ref().is_some_and(is_same) {
            self.names.clear();
            self.named = Some(Arc::clone(&scene.view));
        }
        context.set_font(&format!("{}px system-ui, sans-serif", 11 * scale));
        context.set_text_baseline("middle");
        let padding = 4 * scale;
        for &Label {
            node,
            x,
            y,
            width,
            on_dark,
        } in &self.picture.labels
        {
            let name = self
                .names
                .entry(node)
                .or_insert_with(|| move_name(&scene.view, node));
            let room = width.saturating_sub(2 * padding as usize) as f64;
            // About 6.5 pixels a letter: what does not fit is left out.
            if name.chars().count() as f64 * 6.5 * f64::from(scale) > room {
                continue;
            }
            context.set_fill_style_str(if on_dark { "#ffffff" } else { "#0f0f1a" });
            let (x, y) = (x as f64 + f64::from(padding), y as f64 + f64::from(scale));
            drop(context.fill_text(name, x, y));
        }
    }
}
