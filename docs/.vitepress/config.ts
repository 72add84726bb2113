// Configuration of the site. `cargo xtask site` writes the pages and sidebars into `.source`.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';

const source = join(import.meta.dirname, '../.source');
const { pathname } = new URL(process.env.SITE_URL ?? 'http://localhost');

const read = (file: string) => JSON.parse(readFileSync(join(source, file), 'utf8'));
const rules: { en: DefaultTheme.SidebarItem[]; ru: DefaultTheme.SidebarItem[] } = read('rules.json');

/**
 * Makes all groups of a sidebar permanently open: VitePress renders the heading of a collapsible group as a button in a
 * button, which is invalid.
 */
const open = ({ collapsed: _, items, ...item }: DefaultTheme.SidebarItem): DefaultTheme.SidebarItem =>
  items === undefined ? item : { ...item, items: items.map(open) };
const api = read('api/typedoc-sidebar.json').map(open);

/** Returns a group of the sidebar; `pages` maps the text of each link to its target. */
const group = (text: string, pages: Record<string, string>): DefaultTheme.SidebarItem => ({
  text,
  items: Object.entries(pages).map(([text, link]) => ({ text, link })),
});

const guide = [
  group('First steps', {
    'In a form': '/guide/forms',
    'In Node and CI': '/guide/node',
    'In Rust': '/guide/rust',
  }),
  group('More', {
    'Setups: plan and apply': '/guide/setups',
    Editors: '/guide/editors',
    Emulator: '/guide/emulator',
    'Other languages': '/guide/languages',
    'Versions of codes and messages': '/guide/versions',
  }),
];

const reference = [
  group('Reference', {
    'Options and defaults': '/reference/options',
    'Command line': '/reference/command-line',
    'The interface by section': '/interface',
    Glossary: '/reference/glossary',
    Assumptions: '/about/assumptions',
  }),
  group('The project', {
    Comparison: '/about/comparison',
    Proofs: '/about/proofs',
    Architecture: '/about/architecture',
    Benchmarks: '/about/benchmarks',
    Contributing: '/about/contributing',
    Changelog: '/about/changelog',
  }),
];

/** Creates a link to a page that VitePress does not render; `target` makes the browser load that page. */
const beside = (text: string, link: string) => ({ text, link, target: '_self' });

export default defineConfig({
  title: 'renewal-rules',
  description: "Checks an online store's products against its renewal rules",
  base: pathname.endsWith('/') ? pathname : `${pathname}/`,
  srcDir: source,
  cacheDir: join(source, '.cache'),
  // Ignore links to the studio and to the crates' documentation, which are added after the build; the tests check them.
  markdown: { theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } },
  ignoreDeadLinks: [/^\/(studio|rust)\//],
  head: [['link', { rel: 'icon', href: `${pathname.replace(/\/$/, '')}/studio/icon.svg`, type: 'image/svg+xml' }]],
  themeConfig: {
    search: { provider: 'local' },
    // Do not switch languages by replacing the path: only some pages exist in Russian, and these link to their
    // translations.
    i18nRouting: false,
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/guide/forms', activeMatch: '^/guide/' },
      { text: 'Rules', link: '/rules/', activeMatch: '^/rules/' },
      { text: 'Options', link: '/reference/options' },
      {
        text: 'Reference',
        items: [
          { text: 'Command line', link: '/reference/command-line' },
          { text: 'npm package', link: '/api/' },
          beside('Rust crates', '/rust/renewal_rules/index.html'),
          { text: 'The interface by section', link: '/interface' },
          { text: 'Glossary', link: '/reference/glossary' },
        ],
      },
      beside('Studio', '/studio/index.html'),
    ],
    sidebar: {
      '/guide/': guide,
      '/rules/': rules.en,
      '/api/': api,
      '/reference/': reference,
      '/about/': reference,
      '/interface': reference,
    },
  },
  locales: {
    root: { label: 'English', lang: 'en' },
    ru: {
      label: 'Русский',
      lang: 'ru',
      title: 'renewal-rules',
      description: 'Проверяет продукты интернет-магазина по правилам продления',
      themeConfig: {
        nav: [
          { text: 'Правила', link: '/ru/rules/', activeMatch: '^/ru/rules/' },
          { text: 'Интерфейс по разделам', link: '/ru/interface' },
          beside('Студия', '/studio/index.html#language=ru'),
        ],
        sidebar: { '/ru/rules/': rules.ru },
        outline: { level: [2, 3], label: 'На этой странице' },
        docFooter: { prev: 'Назад', next: 'Вперёд' },
        darkModeSwitchLabel: 'Тёмная тема',
        lightModeSwitchTitle: 'Включить светлую тему',
        darkModeSwitchTitle: 'Включить тёмную тему',
        sidebarMenuLabel: 'Меню',
        returnToTopLabel: 'Наверх',
        langMenuLabel: 'Язык',
        skipToContentLabel: 'К содержанию',
      },
    },
  },
});
