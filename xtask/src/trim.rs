//! Leaves out of the bundle what the page can't reach but the linker keeps.
//!
//! Leptos puts a view's asynchronous hydration into the same table as its other functions, so each
//! of them is linked. The page hydrates at once (`hydrate_body`), which never calls them; a tenth of
//! the code goes with them. Should one be called after all, the page stops with an error in the
//! console, which every browser test looks for. (Smaller
//! relatives are never called either, but the compiler folds them into functions that are.)

use anyhow::{Result, bail};
use walrus::{FunctionBuilder, FunctionKind, Module};

/// In the (mangled) names of functions that nobody calls: the bodies of
/// `AnyView`'s `hydrate_async`.
const NEVER_CALLED: &str = "IntoAny$GT$8into_any13hydrate_async28_";

/// The module without the bodies of functions that are never called, and without what only they
/// needed.
///
/// # Errors
/// The module can't be read, or has no such function: then this file has outlived its use.
pub fn trim(wasm: &[u8]) -> Result<Vec<u8>> {
    let mut module = Module::from_buffer(wasm)?;
    let unused: Vec<_> = module
        .funcs
        .iter_local()
        .filter(|(id, _)| {
            let name = module.funcs.get(*id).name.as_deref();
            name.is_some_and(|name| name.contains(NEVER_CALLED))
        })
        .map(|(id, function)| (id, function.ty(), function.args.clone()))
        .collect();
    if unused.is_empty() {
        bail!("no function is called {NEVER_CALLED}: the bundle needs no trimming any more");
    }
    for (id, ty, args) in unused {
        let (params, results) = {
            let ty = module.types.get(ty);
            (ty.params().to_vec(), ty.results().to_vec())
        };
        let mut empty = FunctionBuilder::new(&mut module.types, &params, &results);
        empty.func_body().unreachable();
        module.funcs.get_mut(id).kind = FunctionKind::Local(empty.local_func(args));
    }
    walrus::passes::gc::run(&mut module);
    Ok(module.emit_wasm())
}
