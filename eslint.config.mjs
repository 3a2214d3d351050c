// @ts-check
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';

/**
 * What each folder of `src` may import besides packages: imports point downwards only. `core` is pure, so it has no
 * `node:` and no `vscode`; only `extension` knows VS Code; the page knows the protocol and nothing of the host.
 * @type {Record<string, { folders: string[]; node?: boolean; vscode?: boolean }>}
 */
const LAYERS = {
  core: { folders: [] },
  formats: { folders: ['core'] },
  engine: { folders: ['core', 'formats', 'protocol', 'rpc'] },
  wording: { folders: ['core', 'protocol'] },
  node: { folders: ['core', 'formats', 'engine', 'protocol', 'rpc'], node: true },
  webview: { folders: ['core', 'protocol', 'rpc'] },
  extension: { folders: ['core', 'formats', 'node', 'wording', 'protocol', 'rpc'], node: true, vscode: true },
  cli: { folders: ['core', 'formats', 'engine', 'node', 'wording', 'protocol'], node: true },
};

const ROOMS = [
  'core',
  'formats',
  'engine',
  'wording',
  'node',
  'webview',
  'extension',
  'cli',
  'protocol',
  'rpc',
];

/** @type {import('eslint').Linter.Config[]} */
const boundaries = Object.entries(LAYERS).map(([layer, allowed]) => {
  const forbidden = ROOMS.filter((room) => room !== layer && !allowed.folders.includes(room));
  const group = forbidden.flatMap((room) => [`**/../${room}/**`, `../${room}.ts`, `**/../${room}.ts`]);
  return {
    files: [`src/${layer}/**/*.ts`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: allowed.vscode ? [] : [{ name: 'vscode', message: 'Only src/extension knows VS Code.' }],
          patterns: [
            { group, message: `src/${layer} may import only ${allowed.folders.join(', ') || 'itself'}.` },
            ...(allowed.node
              ? []
              : [{ group: ['node:*'], message: `src/${layer} runs anywhere: no node modules.` }]),
          ],
        },
      ],
    },
  };
});

const SYNTAX = [
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
  { selector: 'ExportAllDeclaration', message: 'No barrels.' },
];

export default defineConfig(
  // src/assembly is AssemblyScript: its compiler is its checker.
  { ignores: ['dist/', 'node_modules/', 'test-results/', '.vscode-test/', 'src/assembly/'] },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  ts.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidOperator: true },
      ],
      // tsconfig's noPropertyAccessFromIndexSignature says the opposite, and says it better.
      '@typescript-eslint/dot-notation': 'off',
      'no-restricted-syntax': ['error', ...SYNTAX],
    },
  },
  ...boundaries,
  {
    files: ['**/*.mjs', '**/*.cjs'],
    // The type checker knows every global of these files.
    rules: { 'no-restricted-syntax': 'off', 'no-undef': 'off' },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-floating-promises': ['error', { allowForKnownSafeCalls: [] }],
      'no-restricted-syntax': [
        'error',
        ...SYNTAX,
        {
          // Without one, Node parses the source to quote it, which takes minutes on some transpiled files; and what is
          // polled fails as a matter of course.
          selector:
            'CallExpression[callee.name=/^(until|eventually)$/] CallExpression[callee.property.name="ok"][arguments.length=1]',
          message: 'Give a polled assertion its message, or compare.',
        },
      ],
    },
  },
);
