// `renewal-rules completions`: prints a completion script, generated from the tables of options.

import { readFileSync } from 'node:fs';
import type schema from '../config.schema.json';
import { type Command, common, type Flags, missingArgument } from './command.js';
import { print } from './console.js';
import { UsageError } from './failure.js';
import { oneOf } from './keyword.js';

type Commands = { readonly [name: string]: Pick<Command, 'summary' | 'options' | 'words'> };

const shells = ['bash', 'zsh', 'fish'] as const;

const details = `bash  eval "$(renewal-rules completions bash)" in ~/.bashrc
zsh   eval "$(renewal-rules completions zsh)" in ~/.zshrc, after compinit
fish  renewal-rules completions fish > ~/.config/fish/completions/renewal-rules.fish`;

/** Creates the command `completions`, whose scripts complete the arguments of `others` and of itself. */
export function commandFor(others: Commands): Command {
  const completions: Command = {
    summary: 'Print a completion script for a shell',
    usage: [`<${shells.join('|')}>`],
    details,
    options: {},
    words: () => shells,
    async run(_, [shell, ...more]) {
      if (more.length > 0) throw new UsageError('completions takes one shell');
      if (shell === undefined) throw missingArgument('SHELL', `possible values: ${shells.join(', ')}`);
      await print(scripts[oneOf(shell, shells, 'shell')]({ ...others, completions }));
      return 0;
    },
  };
  return completions;
}

/** Returns the options of a command that have a help text, each with its spellings and possible values. */
function rows({ options }: Commands[string]) {
  // Read the schema at run time, because bundling it would enlarge the program.
  const text = readFileSync(new URL('../config.schema.json', import.meta.url), 'utf8');
  const { properties, $defs }: typeof schema = JSON.parse(text);
  const codes = Object.keys(properties.rules.properties);
  const rule = codes.flatMap((code) => $defs.level.enum.map((level) => `${code}=${level}`));
  const valuesByFlag: { readonly [flag: string]: readonly string[] } = { rule, 'suppress-rule': codes };
  const flags: Flags = { ...options, help: common.help, version: common.version };
  return Object.entries(flags).flatMap(([name, flag]) => {
    const { short, help, values = valuesByFlag[name] ?? [] } = flag;
    if (help === undefined) return [];
    const forms = short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
    return [{ name, forms, flag, help, words: values.join(' ') }];
  });
}

const wordsOf = ({ words }: Commands[string]): string => (words?.() ?? []).join(' ');

/** Quotes a text for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function bash(commands: Commands): string {
  const cases = Object.entries(commands).flatMap(([name, command]) => {
    const all = rows(command);
    const taking = all.filter(({ flag }) => flag.placeholder !== undefined);
    const forms = all.flatMap((row) => row.forms).join(' ');
    return [
      ...taking.map(
        ({ forms, words }) => `${forms.map((form) => `"${name} ${form}"`).join('|')}) choices=${quoted(words)} ;;`,
      ),
      `"${name} "*) choices=${quoted(wordsOf(command))}; flags=${quoted(forms)} ;;`,
    ];
  });
  return `_renewal_rules() {
  local current=\${COMP_WORDS[COMP_CWORD]} choices= flags=
  case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD-1]}" in
    ${cases.join('\n    ')}
  esac
  [[ $COMP_CWORD == 1 ]] && choices=${quoted(Object.keys(commands).join(' '))}
  [[ $current == -* ]] && choices=$flags
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
}
complete -o default -F _renewal_rules renewal-rules
`;
}

/** zsh runs the script for bash. */
const zsh = (commands: Commands): string => `autoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`;

function fishRow({ name, flag, help, words }: ReturnType<typeof rows>[number]): string[] {
  const parts = [`-l ${name}`];
  if (flag.short !== undefined) parts.push(`-s ${flag.short}`);
  if (flag.placeholder !== undefined) parts.push(flag.placeholder.includes('FILE') ? '-r' : '-x');
  if (words !== '') parts.push(`-a ${quoted(words)}`);
  return [...parts, `-d ${quoted(help)}`];
}

function fish(commands: Commands): string {
  const lines = Object.entries(commands).flatMap(([name, command]) => {
    const within = `-n ${quoted(`__fish_seen_subcommand_from ${name}`)}`;
    const words = wordsOf(command);
    const begin = ['-n __fish_use_subcommand', '-f', `-a ${name}`, `-d ${quoted(command.summary)}`];
    const given = words === '' ? [] : [[within, '-f', `-a ${quoted(words)}`]];
    return [begin, ...rows(command).map((row) => [within, ...fishRow(row)]), ...given];
  });
  return lines.map((parts) => `complete -c renewal-rules ${parts.join(' ')}\n`).join('');
}

const scripts = { bash, zsh, fish };
