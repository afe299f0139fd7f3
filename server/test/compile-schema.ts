import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

const base = 'portal:api'

/**
 * Compiles schemas of the API's description. Those that it names are compiled
 * once, not with each schema that refers to them.
 */
export function createCompiler(components: {
  schemas: object
}): (schema: object) => ValidateFunction {
  // Not optimized, because compiling takes longer than all checks together.
  const ajv = formats.default(
    new Ajv2020({
      strict: true,
      keywords: ['components'],
      code: { optimize: false },
    }),
  )
  ajv.addSchema({ $id: base, components: { schemas: components.schemas } })
  return (schema) =>
    ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${base}#/`)),
    )
}
