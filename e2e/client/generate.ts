import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'

const file = fileURLToPath(
  new URL('../../.cache/client/portal.ts', import.meta.url),
)

/**
 * Writes the types of every call of a portal to .cache/client/portal.ts. openapi-fetch
 * uses them as a client (story.ts).
 */
export async function generateClient(portalUrl: string): Promise<string> {
  const types = await openapiTS(new URL('/api/openapi-full.json', portalUrl), {
    // Callers may leave out what has a default.
    defaultNonNullable: false,
  })
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, astToString(types))
  return file
}

if (import.meta.main) {
  const [, , portalUrl = 'http://localhost:3000'] = process.argv
  process.stdout.write(`Wrote ${await generateClient(portalUrl)}\n`)
}
