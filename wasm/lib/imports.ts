// Imports of modules that are fetched at the first use, and fetched again after a failure.

/** Returns a function that calls `load` at its first call; if `load` fails, the next call calls it again. */
export function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () => {
    loading ??= load().catch((cause) => {
      loading = undefined;
      throw cause;
    });
    return loading;
  };
}

/**
 * Returns a function that imports a module with `load`; after a failure, it imports the module by another URL. `name` is
 * an export of the module.
 */
export function importer<Module extends object>(
  load: () => Promise<Module>,
  name: keyof Module & string,
): () => Promise<Module> {
  let url: string | undefined;
  return async () => {
    try {
      if (url === undefined) return await load();
      // Bundlers resolve the import in `load`, but not this one, whose URL is known at run time.
      const module = await import(/* webpackIgnore: true */ /* @vite-ignore */ url);
      // Firefox names the file that could not be fetched, which may be one that the module imports. Some bundlers rename
      // the exports of their files.
      if (!(name in module)) throw new Error(`${url} does not export ${name}.`);
      return module;
    } catch (cause) {
      url = otherUrl(cause);
      throw cause;
    }
  };
}

/**
 * Returns another URL for the module that could not be imported. Browsers that implement HTML as it was before 2026
 * reject later imports of a failed URL without fetching it; Chromium and Firefox name the URL in the error.
 */
function otherUrl(cause: unknown): string | undefined {
  const [, failed] = /dynamically imported module: (\S+)$/.exec(String((cause as Error | undefined)?.message)) ?? [];
  if (failed === undefined) return undefined;
  const url = new URL(failed);
  url.searchParams.set('retry', `${Date.now()}`);
  return url.href;
}
