import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'

const run = promisify(execFile)
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Builds the package in dist: types from the description of the API in this
 * repository, or that a running portal serves (`node build.ts <address>`).
 */
const [, , portalUrl] = process.argv

async function readDescription(): Promise<string> {
  if (portalUrl) {
    const response = await fetch(new URL('/api/openapi.json', portalUrl))
    return response.text()
  }
  const file = join(tmpdir(), `portal-openapi-${process.pid}.json`)
  await run(process.execPath, [pathOf('../server/tools/openapi.ts'), file])
  return readFile(file, 'utf8')
}

const description = await readDescription()
const types = astToString(
  // Callers may leave out what has a default.
  await openapiTS(description, { defaultNonNullable: false }),
)
await writeFile(pathOf('src/schema.gen.ts'), types)
await run(process.execPath, [
  pathOf('../node_modules/typescript/bin/tsc'),
  '--project',
  pathOf('.'),
])
process.stdout.write(
  `Built client/dist with ${types.split('\n').length} lines of types\n`,
)
