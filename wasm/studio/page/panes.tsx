// Shows the tabs beside the form.

import type { TargetedKeyboardEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { importer } from '../../lib/imports.js';
import { useDownload } from '../controls/toast.js';
import { Json } from '../editor/json-pane.js';
import { t } from '../language/language.js';
import { loadTools } from '../module/load-tools.js';

const NAMES = ['json', 'timeline', 'calls'] as const;
type PaneName = (typeof NAMES)[number];

/** Tabs whose components are loaded when the tab is hovered, focused or first shown. */
const LAZY = { timeline: 'Timeline', calls: 'Calls' } as const;

const loadPanes = importer(() => import('./lazy-panes.js'), 'openEditor');
const prefetch = () => Promise.all([loadPanes(), loadTools()]);

function LazyPane({ name }: { name: keyof typeof LAZY }) {
  const [loaded, status] = useDownload(prefetch);
  if (loaded === undefined) {
    return (
      <p class="hint" role="status">
        {status}
      </p>
    );
  }
  const [panes, tools] = loaded;
  const Pane = panes[LAZY[name]];
  return <Pane tools={tools} />;
}

export function Panes() {
  const [open, setOpen] = useState<PaneName>('json');
  const tabs = useRef<HTMLDivElement>(null);
  const move = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const to = NAMES.at((NAMES.indexOf(open) + by) % NAMES.length) ?? open;
    setOpen(to);
    tabs.current?.querySelector<HTMLElement>(`#tab-${to}`)?.focus();
  };
  const prepare = (name: PaneName) => name !== 'json' && prefetch().catch(() => {});
  return (
    <section class="panes" aria-label={t('views')}>
      <div class="tabs" role="tablist" ref={tabs} onKeyDown={move}>
        {NAMES.map((name) => (
          <button
            type="button"
            role="tab"
            key={name}
            id={`tab-${name}`}
            aria-selected={open === name}
            aria-controls="pane"
            tabIndex={open === name ? 0 : -1}
            onPointerEnter={() => prepare(name)}
            onFocus={() => prepare(name)}
            onClick={() => setOpen(name)}
          >
            {t(name)}
          </button>
        ))}
      </div>
      <div id="pane" class={`pane ${open}`} role="tabpanel" aria-labelledby={`tab-${open}`}>
        {open === 'json' ? <Json load={loadPanes} /> : <LazyPane key={open} name={open} />}
      </div>
    </section>
  );
}
