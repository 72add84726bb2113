// The part of the SARIF 2.1.0 schema that the command line's output can be judged by: every member
// it may have, with the limits that the standard sets. A member that is not listed is a mistake.

const object = (properties, required = []) => ({ type: 'object', additionalProperties: false, properties, required });
const list = (items, more = {}) => ({ type: 'array', items, ...more });
const text = { type: 'string' };
const line = { type: 'integer', minimum: 1 };
const level = { enum: ['none', 'note', 'warning', 'error'] };
const message = object({ text, markdown: text }, ['text']);
const region = object({ startLine: line, startColumn: line, endLine: line, endColumn: line }, ['startLine']);
// A reference as RFC 3986 has it.
const artifactLocation = object({ uri: { type: 'string', format: 'uri-reference' }, uriBaseId: text }, ['uri']);
const rule = object(
  {
    id: text,
    name: text,
    shortDescription: message,
    fullDescription: message,
    help: message,
    defaultConfiguration: object({ level }),
    properties: { type: 'object' },
  },
  ['id'],
);
const fix = object(
  {
    description: message,
    artifactChanges: list(
      object(
        { artifactLocation, replacements: list(object({ deletedRegion: region, insertedContent: object({ text }, ['text']) }, ['deletedRegion']), { minItems: 1 }) },
        ['artifactLocation', 'replacements'],
      ),
      { minItems: 1, uniqueItems: true },
    ),
  },
  ['artifactChanges'],
);
const result = object(
  {
    ruleId: text,
    ruleIndex: { type: 'integer', minimum: -1 },
    level,
    message,
    locations: list(object({ physicalLocation: object({ artifactLocation, region }), logicalLocations: list(object({ fullyQualifiedName: text }), { uniqueItems: true }) })),
    fixes: list(fix, { uniqueItems: true }),
  },
  ['message'],
);

export const sarif = object(
  {
    $schema: { type: 'string', format: 'uri' },
    version: { const: '2.1.0' },
    runs: list(
      object(
        {
          tool: object({ driver: object({ name: text, version: text, rules: list(rule, { uniqueItems: true }) }, ['name']) }, ['driver']),
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          results: list(result),
        },
        ['tool'],
      ),
    ),
  },
  ['version', 'runs'],
);
