import { expect, test } from 'vitest';
import { namesInComments } from './comment-names.mjs';

test('names of files are found in comments, with and without folders', () => {
  expect(
    namesInComments(
      '/** See hold.rules.ts. */\n * `ui/loaded.tsx` and\n  // {README,STYLE}.md\nf(); // project.mjs, too',
    ),
  ).toEqual(['hold.rules.ts', 'ui/loaded.tsx', '{README,STYLE}.md', 'project.mjs']);
});

test('code, addresses and other names are not', () => {
  const text = "import x from './x.ts';\nconst a = 'http://b.test/c.md';\n// https://d.test/e.md and f.json and g.tsv";
  expect(namesInComments(text)).toEqual([]);
});
