import { compareRules } from '@portal/contract/guideline/check-rules'
import type { Ctx } from '../lib/ctx.ts'
import { getVersion } from './list-versions.ts'
import { readRules } from './read-rules.ts'

/** What differs between a version and an earlier one, rule by rule. */
export async function compareVersions(ctx: Ctx, id: string, earlierId: string) {
  const [version, earlier] = [await getVersion(ctx, id), await getVersion(ctx, earlierId)]
  return { changes: compareRules(await readRules(ctx.db, earlier.id), await readRules(ctx.db, version.id)) }
}
