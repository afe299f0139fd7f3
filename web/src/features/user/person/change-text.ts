import type { UserAction, UserChange } from '@portal/contract/user/manage-api'
import * as model from '@portal/contract/user/model'
import { text } from '../../../lib/text/format.ts'

const actionWords: Record<UserAction, string> = {
  arrive: 'First sign-in',
  create: 'Created by the identity provider',
  invite: 'Invited',
  edit: 'Details changed',
  'set-permissions': 'Permissions changed',
  'set-roles': 'Roles changed',
  'set-status': 'Status changed',
  'set-bdd': 'Seller assignment changed',
  'set-password': 'Password set',
  'add-totp': 'Authenticator app added',
  'remove-totp': 'Authenticator app removed',
  'add-passkey': 'Passkey added',
  'remove-passkey': 'Passkey removed',
  'remove-factors': 'Second factors removed',
  'create-recovery-codes': 'Recovery codes created',
  'use-recovery-code': 'Signed in with a recovery code',
  'create-service': 'Service created',
  'edit-service': 'Service updated',
  'end-key': 'API key set to expire because its creator left',
  'create-key': 'API key created',
  'rotate-key': 'API key rotated',
  'revoke-key': 'API key revoked',
  'link-oidc': 'Linked to single sign-on',
  'ask-for-access': 'Requested access',
  'refuse-access': 'Access declined',
  'refuse-mail': 'Mail refused',
  'try-mail-again': 'Mail sent again',
  'apply-groups': 'Roles and permissions changed by single sign-on groups',
}

const fieldWords: Readonly<Record<string, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  companyName: 'Company',
  email: 'Email address',
  userName: 'Name at the identity provider',
  externalId: 'ID at the identity provider',
  group: 'Group at the identity provider',
  passkey: 'Passkey',
  totp: 'Authenticator app',
  accessRequest: 'Why',
  mailRefusal: 'Answer of the mail server',
}

type Change = UserChange['changes'][number]

export const changeTitle = ({
  action,
  changes,
}: Pick<UserChange, 'action' | 'changes'>): string => {
  const after = changes.find(({ field }) => field === 'status')?.after
  if (action === 'set-status' && after !== undefined)
    return after === 'ACTIVE' ? 'Activated' : 'Deactivated'
  return actionWords[action]
}

export const changeActor = ({
  action,
  actorName,
}: Pick<UserChange, 'action' | 'actorName'>): string =>
  actorName ??
  (action === 'set-password' ? 'From an emailed link' : 'The portal')

export const changeLines = ({
  action,
  changes,
}: Pick<UserChange, 'action' | 'changes'>): string[] => {
  const labelsWhere = (flag: boolean) =>
    changes
      .flatMap(({ field, after }) =>
        after === flag ? (getLabel(field) ?? []) : [],
      )
      .join(', ')
  const [granted, taken] = [labelsWhere(true), labelsWhere(false)]
  const others = changes.filter(
    ({ field }) =>
      getLabel(field) === null &&
      !(action === 'set-status' && field === 'status'),
  )
  return [
    granted && `Granted: ${granted}`,
    taken && `Removed: ${taken}`,
    ...others.map(toLine),
  ].filter((line) => line !== '')
}

const getLabel = (field: string): string | null => {
  const key = model.Permission.safeParse(field.replace(/^permissions\./, ''))
  return key.success ? model.permissionLabels[key.data] : null
}

const toLine = ({ field, before, after }: Change): string => {
  const kind = model.OpenWorkKind.safeParse(field.replace(/^handOver\./, ''))
  if (kind.success && typeof before === 'number') {
    const receiver = after === null ? 'no one yet' : valueText(after)
    return `${model.openWorkLabels[kind.data]}: ${before} reassigned to ${receiver}`
  }
  return `${getWord(field)}: ${valueText(before)} → ${valueText(after)}`
}

const getWord = (field: string): string =>
  fieldWords[field] ?? `${field.charAt(0).toUpperCase()}${field.slice(1)}`

const valueWords = new Map(
  Object.entries({
    ...model.roleLabels,
    ACTIVE: 'Active',
    INACTIVE: 'Inactive',
  }),
)

const valueText = (value: unknown): string => {
  if (Array.isArray(value))
    return value.length === 0 ? text(null) : value.map(valueText).join(', ')
  if (value === null || value === undefined) return text(null)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'object') return JSON.stringify(value)
  return valueWords.get(String(value)) ?? text(String(value))
}
