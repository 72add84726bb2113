import { commit, text } from '../state/history.js';

const LINE_END = /\r\n?|\n/g;

/**
 * Commits an edited text with its original line endings, because browsers and the editor normalize them to LF. A new
 * line gets CRLF if all lines have it, otherwise LF.
 */
export function commitTyped(next: string): void {
  const ends = text.value.match(LINE_END) ?? [];
  const fresh = ends.length > 0 && ends.every((end) => end === '\r\n') ? '\r\n' : '\n';
  const [before, after] = [text.value.split(LINE_END), next.split('\n')];
  const fewer = before.length - after.length;
  let same = 0;
  while (same < ends.length && before[same] === after[same]) same += 1;
  const end = (index: number) => (index < same ? ends[index] : index + fewer >= same && ends[index + fewer]) || fresh;
  commit({ text: after.reduce((all, line, index) => all + end(index - 1) + line) }, 'json');
}
