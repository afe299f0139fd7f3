import { civil } from '@portal/contract/sla/calendar'
import type { Check, CheckName, Setup } from '@portal/contract/system/model'
import { permissionLabels } from '@portal/contract/user/model'
import * as format from '../../lib/text/format.ts'

/** DEFAULT: it works as installed, but someone should check it once. */
export type StepState = 'DONE' | 'OPEN' | 'DEFAULT'

export const stepStateLabels: Record<StepState, string> = {
  DONE: 'Done',
  OPEN: 'To do',
  DEFAULT: 'Default',
}

/** The page on which a step is done. */
type StepLink = { to: string; label: string }

export type Step = {
  key: string
  title: string
  state: StepState
  text: string
  link?: StepLink
}

/** What a new portal needs, in the order in which to do it. */
export const listSteps = (
  setup: Setup,
  checks: readonly Check[] | undefined,
): Step[] => [
  describePrograms(setup),
  describeGuidelines(setup),
  describePeople(setup),
  {
    key: 'mail',
    title: 'Email',
    ...describeCheck('MAIL', checks),
  },
  describeBackups(setup),
  {
    key: 'loan-dock',
    title: 'LoanDock',
    ...describeCheck('LOAN_DOCK', checks),
    link: { to: '/settings/system', label: 'Open System' },
  },
  describeSla(setup),
  describeBranding(setup),
]

const plural = (count: number, one: string, more = `${one}s`) =>
  `${format.count(count)} ${count === 1 ? one : more}`

/** The example can only be added while there is no program. */
const addProgramsText = (total: number): string =>
  total === 0
    ? 'Add yours, or start from an example.'
    : 'Change the days of a program, or add one.'

function describePrograms({ programs: { active, total } }: Setup): Step {
  return {
    key: 'programs',
    title: 'Programs',
    state: active > 0 ? 'DONE' : 'OPEN',
    text:
      active > 0
        ? `${plural(active, 'program')} can be chosen on requests.`
        : `No program is active, so no one can send a request. ${addProgramsText(total)}`,
    link: { to: '/settings/guidelines/programs', label: 'Open Programs' },
  }
}

function describeGuidelines({ programs }: Setup): Step {
  const { active, withGuidelines, guidelinesFrom } = programs
  const isComplete = active > 0 && withGuidelines === active
  const isInEffect =
    guidelinesFrom !== null && guidelinesFrom <= civil(new Date()).day
  return {
    key: 'guidelines',
    title: 'Guidelines',
    state: isComplete && isInEffect ? 'DONE' : 'OPEN',
    text: isComplete
      ? `All active programs have published guidelines. All are in effect by ${format.day(guidelinesFrom)}; loans that were locked before may not be evaluated.`
      : describeMissing(active, active - withGuidelines),
    link: { to: '/settings/guidelines', label: 'Open Guidelines' },
  }
}

function describeMissing(active: number, missing: number): string {
  if (active === 0) return 'Add programs first.'
  const programs = plural(missing, 'program has', 'programs have')
  const them = missing === 1 ? 'it' : 'them'
  return `${programs} no published guidelines, so requests for ${them} can’t be evaluated. Create a draft, import a workbook or write the rules, and publish it.`
}

function describePeople({ people }: Setup): Step {
  const { underwriters, receivers, sellers, reviewers } = people
  const settings = [
    people.hasSingleSignOn
      ? 'Single sign-on is on.'
      : 'Single sign-on is off: set OIDC_ISSUER to turn it on.',
    people.hasProvisioning
      ? 'Provisioning by SCIM is on.'
      : 'Provisioning by SCIM is off: set SCIM_TOKENS to turn it on.',
  ]
  const counts = `${plural(underwriters, 'underwriter')}, ${plural(sellers, 'seller')} and ${plural(reviewers, 'third-party reviewer')} have access.`
  const received =
    receivers > 0
      ? `New requests are assigned to ${plural(receivers, 'underwriter')}.`
      : 'No underwriter receives new requests, so they wait in the department queue.'
  const todo = [
    `Staff and sellers sign in at ${window.location.origin} and ask for access; then give them a role.`,
    `Underwriters need ${permissionLabels.myOwn} to receive requests.`,
    'Invite third-party reviewers.',
  ]
  const isDone = sellers > 0 && receivers > 0
  return {
    key: 'people',
    title: 'People',
    state: isDone ? 'DONE' : 'OPEN',
    text: [counts, received, ...(isDone ? [] : todo), ...settings].join(' '),
    link: { to: '/settings/permissions', label: 'Open Permissions' },
  }
}

/** A step that is done when a check of this node passes. */
function describeCheck(
  wanted: CheckName,
  checks: readonly Check[] | undefined,
): Pick<Step, 'state' | 'text'> {
  const check = checks?.find(({ name }) => name === wanted)
  if (!check) return { state: 'OPEN', text: 'This node couldn’t be checked.' }
  const { state, finding, advice } = check
  return {
    state: state === 'OK' ? 'DONE' : 'OPEN',
    text: [`${finding}.`, ...(advice ? [`${advice}.`] : [])].join(' '),
  }
}

function describeBackups({ backups }: Setup): Step {
  const scheduled = backups.find(({ isScheduled }) => isScheduled)
  const lines = backups.map(({ target, lastAt }) =>
    lastAt === null
      ? `No backup to ${target} yet.`
      : `Last successful backup to ${target}: ${format.dateTime(lastAt)}.`,
  )
  const isDone =
    scheduled !== undefined && scheduled.lastAt !== null && !scheduled.isLate
  const advice = scheduled
    ? 'The first one starts automatically. If it fails, System shows why.'
    : 'No backups are scheduled: set BACKUP_TO and BACKUP_KEY.'
  return {
    key: 'backup',
    title: 'Backup',
    state: isDone ? 'DONE' : 'OPEN',
    text: [...(isDone ? [] : [advice]), ...lines].join(' '),
    link: { to: '/settings/system', label: 'Open System' },
  }
}

function describeSla({ sla: { changedAt, holidaysUntil } }: Setup): Step {
  const holidays = `Holidays are entered through ${format.day(holidaysUntil)}.`
  return {
    key: 'sla',
    title: 'SLA targets and business calendar',
    state: changedAt === null ? 'DEFAULT' : 'DONE',
    text:
      changedAt === null
        ? `The targets and business hours are the defaults. Check them. ${holidays}`
        : `Last changed ${format.dateTime(changedAt)}. ${holidays}`,
    link: { to: '/settings/sla-management', label: 'Open SLA management' },
  }
}

/** The name of a portal without BRAND_NAME. */
const defaultName = 'Buyer'

function describeBranding({ branding }: Setup): Step {
  const { name, hasLogo, hasColor, hasContact } = branding
  const missing = [
    ...(name === defaultName ? ['BRAND_NAME'] : []),
    ...(hasLogo ? [] : ['BRAND_LOGO_URL']),
    ...(hasColor ? [] : ['BRAND_COLOR']),
    ...(hasContact ? [] : ['SUPPORT_EMAIL or SUPPORT_PHONE']),
  ]
  return {
    key: 'branding',
    title: 'Branding and contact',
    state: missing.length === 0 ? 'DONE' : 'DEFAULT',
    text:
      missing.length === 0
        ? `The portal has a name (${name}), a logo, a color and a contact.`
        : `The portal’s name is ${name}. Not set: ${missing.join(', ')}. An operator sets them on every node and restarts it.`,
  }
}
