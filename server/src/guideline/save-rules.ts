import type { RulesAnswer } from '@portal/contract/guideline/api'
import {
  compareRules,
  findGaps,
  findOverlaps,
  listPrograms,
} from '@portal/contract/guideline/check-rules'
import {
  type NewRule,
  parameters,
  type Rule,
} from '@portal/contract/guideline/model'
import { limitText, scopeText } from '@portal/contract/guideline/texts'
import type { Change } from '@portal/contract/history/model'
import type { Problem } from '@portal/contract/lib/errors'
import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import { bumpVersion, type LockedVersion, lockDraft } from './change-version.ts'
import { getVersion } from './list-versions.ts'
import { hasGuidelines, readRules } from './read-rules.ts'
import { writeGuidelineHistory } from './write-history.ts'

/** The rules of a version, with the overlaps and gaps of their scopes. */
export async function listRules(
  ctx: Ctx,
  versionId: string,
): Promise<RulesAnswer> {
  const { version } = await getVersion(ctx, versionId)
  const rules = await readRules(ctx.db, versionId)
  const idAt = (index: number) => rules[index]?.id ?? ''
  return {
    version,
    rules,
    overlaps: findOverlaps(rules).map(([first, second]) => ({
      first: idAt(first),
      second: idAt(second),
    })),
    gaps: findGaps(rules).map(({ program, parameter, loan }) => ({
      program,
      parameter,
      loan,
    })),
    mayStartInPast: !(await hasGuidelines(ctx.db, listPrograms(rules))),
  }
}

/**
 * Replaces the rules of a draft. Throws 400 for a program that doesn't exist,
 * naming the rule.
 */
export const saveRules = (
  ctx: Ctx,
  versionId: string,
  rules: readonly NewRule[],
  ifMatch?: number,
): Promise<RulesAnswer> =>
  transact(ctx, async (inner) => {
    const version = await lockDraft(inner, versionId, ifMatch)
    await replaceRules(inner, version, rules)
    return listRules(inner, versionId)
  })

/**
 * Writes the rules of a locked draft, with the history of each that changed.
 */
export async function replaceRules(
  ctx: Ctx,
  version: LockedVersion,
  rules: readonly NewRule[],
) {
  const { db } = ctx
  await refuseUnknownPrograms(ctx, rules)
  const before = await readRules(db, version.id)
  const known = new Set(before.map(({ id }) => id))
  await db
    .deleteFrom('guidelineRule')
    .where('versionId', '=', version.id)
    .execute()
  const rows = rules.map(
    ({ id, program, scope, unit: _, ...rule }, position) => ({
      ...rule,
      ...(id && known.has(id) ? { id } : {}),
      programCode: program,
      scope: JSON.stringify(scope),
      versionId: version.id,
      position,
    }),
  )
  for (let from = 0; from < rows.length; from += 1000)
    await db
      .insertInto('guidelineRule')
      .values(rows.slice(from, from + 1000))
      .execute()
  const changes = compareRules(before, await readRules(db, version.id)).flatMap(
    asChange,
  )
  if (changes.length === 0) return
  await bumpVersion(ctx, version)
  await writeGuidelineHistory(ctx, {
    action: 'save-rules',
    subject: `Version ${version.number}`,
    changes,
  })
}

const asChange = ({
  before,
  after,
}: {
  before: Rule | null
  after: Rule | null
}): Change[] => {
  const rule = after ?? before
  if (!rule) return []
  const text = (one: Rule | null) =>
    one && `${limitText(one)} · ${one.citation}`
  const field = `${rule.program} ${parameters[rule.parameter].label} (${scopeText(rule.scope)})`
  return [{ field, before: text(before), after: text(after) }]
}

async function refuseUnknownPrograms({ db }: Ctx, rules: readonly NewRule[]) {
  const programs = await db
    .selectFrom('guidelineProgram')
    .select('code')
    .execute()
  const codes = new Set(programs.map(({ code }) => code))
  const problems: Problem[] = []
  for (const [index, { program }] of rules.entries())
    if (!codes.has(program))
      problems.push({
        field: `rules.${index}.program`,
        error: `Unknown program ${program}`,
      })
  if (problems.length > 0) throw badRequest(problems)
}
