import { compareRules } from '@portal/contract/guideline/check-rules'
import { civil } from '@portal/contract/sla/calendar'
import type { Ctx } from '../lib/ctx.ts'
import { getVersion } from './list-versions.ts'
import { readRules, readRulesInForce } from './read-rules.ts'

/**
 * What differs between a version and an earlier one, or the rules in force
 * today for its programs, rule by rule.
 */
export async function compareVersions(
  ctx: Ctx,
  id: string,
  earlierId?: string,
) {
  const version = await getVersion(ctx, id)
  const rules = await readRules(ctx.db, version.id)
  if (earlierId !== undefined) {
    const earlier = await getVersion(ctx, earlierId)
    return { changes: compareRules(await readRules(ctx.db, earlier.id), rules) }
  }
  const programs = new Set(rules.map(({ program }) => program))
  const inForce = await readRulesInForce(ctx.db, civil(ctx.now).day)
  const replaced = inForce.filter(({ program }) => programs.has(program))
  return { changes: compareRules(replaced, rules) }
}
