import { readdirSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { ZodObject, ZodType, z } from 'zod'

export type JsonSchema = {
  properties?: Record<string, JsonSchema>
  required?: string[]
  [keyword: string]: unknown
}
type Io = 'input' | 'output'
type Definitions = Map<string, JsonSchema>

const contract = new URL(import.meta.resolve('@portal/contract/lib/endpoint'))
const folder = new URL('../', contract)

/**
 * Names the schemas that the contract exports as they are exported. Two modules
 * can't export different schemas under one name.
 */
export async function nameSchemas(): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const modules = files.filter((file) => /^(?!.*\.test\.).*\.ts$/.test(file))
  for (const file of modules) {
    const exported: object = await import(new URL(file, folder).href)
    for (const [name, value] of Object.entries(exported))
      if (value instanceof ZodType && /^[A-Z]/.test(name))
        z.globalRegistry.add(value, {
          ...z.globalRegistry.get(value),
          id: name,
        })
  }
}

/**
 * JSON Schemas of the contract's schemas. Named ones are only referred to;
 * `definitions` has them once. Throws if JSON Schema cannot express a schema,
 * so that nothing becomes "any" by accident.
 */
export class Schemas {
  readonly #found: Record<Io, Definitions> = {
    input: new Map(),
    output: new Map(),
  }
  readonly #used: Record<Io, Set<string>> = {
    input: new Set(),
    output: new Set(),
  }
  readonly #usedFormats = new Set<string>()
  #differing: ReadonlySet<string> | undefined

  /** Finds the named schemas within a schema. `describe` needs all of them. */
  add(schema: ZodType, io: Io): void {
    this.#convert(schema, io)
  }

  describe(schema: ZodType, io: Io): JsonSchema {
    return this.#refer(this.#convert(schema, io), io)
  }

  /** The properties of an object, whether it is named or not. */
  describeProperties(schema: ZodType): JsonSchema {
    let described = this.#convert(schema, 'input')
    // A named schema with a check refers to the one without.
    let name = readName(described)
    while (name !== undefined) {
      described = this.#get(name, 'input')
      name = readName(described)
    }
    return this.#refer(described, 'input')
  }

  /** The named schemas that the descriptions so far refer to. */
  get definitions(): Record<string, JsonSchema> {
    const named: [string, JsonSchema][] = []
    // Grows while its schemas are described.
    for (const io of ['output', 'input'] as const)
      for (const name of this.#used[io])
        named.push([
          this.#place(name, io),
          this.#refer(this.#get(name, io), io),
        ])
    for (const name of this.#usedFormats)
      named.push([name, formats[name] as JsonSchema])
    return Object.fromEntries(
      named.toSorted(([one], [other]) => (one < other ? -1 : 1)),
    )
  }

  #get(name: string, io: Io): JsonSchema {
    return this.#found[io].get(name) ?? {}
  }

  #convert(schema: ZodType, io: Io): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...described
    } = z.toJSONSchema(schema, {
      io,
      cycles: 'throw',
      override: (part) => {
        if ('$ref' in part.jsonSchema) return keepReference(part)
        nameKeys(part)
        refuseUnknown(part)
        dropPattern(part)
        liftDescription(part)
        // What the portal sends always has a value.
        if (io === 'output') delete part.jsonSchema.default
      },
    })
    for (const [name, definition] of Object.entries($defs))
      this.#found[io].set(name, simplify(definition))
    return simplify(described)
  }

  /**
   * The name of a definition. One that callers send in another form than they
   * receive it, such as one with defaults, has two.
   */
  #place(name: string, io: Io): string {
    this.#differing ??= findDiffering(this.#found)
    return io === 'input' && this.#differing.has(name) ? `${name}Input` : name
  }

  #refer(schema: JsonSchema, io: Io): JsonSchema {
    return JSON.parse(JSON.stringify(schema), (_, part) => {
      const format = readFormat(part)
      if (format !== undefined) {
        this.#usedFormats.add(format)
        return referToFormat(format, part)
      }
      const name = readName(part)
      if (name === undefined) return part
      this.#used[io].add(name)
      const place = this.#place(name, io)
      return { ...part, $ref: `#/components/schemas/${place}` }
    })
  }
}

const simplify = (schema: object): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (key, part) =>
    key === '$id' || (key === 'id' && typeof part === 'string')
      ? undefined
      : splitTypes(part),
  )

/** Texts of a known format, described once. */
const formats: Readonly<Record<string, JsonSchema>> = {
  Uuid: { type: 'string', format: 'uuid' },
  DateTime: {
    type: 'string',
    format: 'date-time',
    description: 'A time in UTC, such as 2026-03-04T15:00:00.000Z',
  },
  Day: {
    type: 'string',
    format: 'date',
    description: 'A day, such as 2026-03-04',
  },
}

/** The name of the format that is all that a schema says. */
function readFormat(part: unknown): string | undefined {
  if (typeof part !== 'object' || part === null || !('format' in part)) return
  const { description: _, ...rest } = part as JsonSchema
  return Object.keys(formats).find((name) =>
    isDeepStrictEqual(rest, {
      type: 'string',
      format: formats[name]?.format,
    }),
  )
}

const referToFormat = (name: string, { description }: JsonSchema) => ({
  $ref: `#/components/schemas/${name}`,
  ...(description !== undefined && { description }),
})

const prefix = '#/$defs/'

function readName(part: unknown): string | undefined {
  if (typeof part !== 'object' || part === null || !('$ref' in part)) return
  const { $ref } = part
  return typeof $ref === 'string' && $ref.startsWith(prefix)
    ? $ref.slice(prefix.length)
    : undefined
}

/** The names that a definition refers to. */
const listNames = (schema: JsonSchema): string[] =>
  [...JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g)].map(
    ([, name = '']) => name,
  )

/**
 * The names of schemas that callers send in another form than they receive
 * them, and of those that refer to such schemas.
 */
function findDiffering({ input, output }: Record<Io, Definitions>) {
  const both = [...input].filter(([name]) => output.has(name))
  const differing = new Set(
    both
      .filter(([name, schema]) => !isDeepStrictEqual(schema, output.get(name)))
      .map(([name]) => name),
  )
  let known: number
  do {
    known = differing.size
    for (const [name, schema] of both)
      if (listNames(schema).some((one) => differing.has(one)))
        differing.add(name)
  } while (differing.size > known)
  return differing
}

/**
 * Strict validators accept a list of types only for nullable values, so longer
 * lists become `anyOf`.
 */
function splitTypes(part: unknown) {
  if (
    typeof part !== 'object' ||
    part === null ||
    !('type' in part) ||
    !Array.isArray(part.type)
  )
    return part
  const { type, ...rest } = part
  return type.length > 2
    ? { ...rest, anyOf: type.map((one) => ({ type: one })) }
    : part
}

type Part = {
  zodSchema: z.core.$ZodType
  jsonSchema: z.core.JSONSchema.BaseSchema
}

/**
 * Turns a record with known keys into an object with those properties, so that
 * generated clients name them.
 */
function nameKeys({ jsonSchema: described }: Part) {
  const { propertyNames, additionalProperties: value, required } = described
  if (
    typeof propertyNames !== 'object' ||
    !value ||
    typeof value !== 'object' ||
    !required
  )
    return
  delete described.propertyNames
  described.properties = Object.fromEntries(
    required.map((name) => [name, value]),
  )
  described.additionalProperties = false
}

/**
 * A copy of a named schema, such as one with a check, is described as that
 * schema, and by its own sentence.
 */
function keepReference({ jsonSchema }: Part) {
  const { $ref, description } = jsonSchema
  for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword]
  Object.assign(jsonSchema, { $ref, ...(description && { description }) })
}

/** The sentence of a value that may be null is the sentence of its property. */
function liftDescription({ jsonSchema }: Part) {
  const [value, ...others] = jsonSchema.anyOf ?? []
  if (others.length !== 1 || !value?.description) return
  jsonSchema.description ??= value.description
  delete value.description
}

const knownFormats: readonly unknown[] = ['uuid', 'date', 'date-time']

/** The pattern of a known format says the same at length. */
function dropPattern({ jsonSchema }: Part) {
  if (knownFormats.includes(jsonSchema.format)) delete jsonSchema.pattern
}

/** The portal refuses unknown fields (validate.ts), except in loose objects. */
function refuseUnknown({ zodSchema, jsonSchema }: Part) {
  if (zodSchema instanceof ZodObject && !zodSchema.def.catchall)
    jsonSchema.additionalProperties = false
}
