import { type ZodType, z } from 'zod'
import type { ActorRule } from '../user/policy.ts'
import type { ErrorCode } from './errors.ts'
import { toRecord } from './typed.ts'

/**
 * What a call reads or changes. One thing, such as SLV, is named in the path or
 * the body; if the caller may not see it, the response is 404, as if it didn't
 * exist. A plural, such as SLVS, is a list of what the caller may see. SELF is
 * the caller's own data, and NOTHING is data that belongs to no one.
 */
const subjects = [
  'NOTHING',
  'SELF',
  'SLV',
  'SLVS',
  'SLV_DOCUMENT',
  'SLV_REQUEST',
  'SLV_DECISION',
  'SLV_CONDITION',
  'SLV_COMMENT',
  'LOAN',
  'NOTIFICATION',
  'SESSION',
  'PASSKEY',
  'PERSON',
  'PEOPLE',
  'ACCESS_REQUEST',
  'COMPANY',
  'TDOC',
  'TDOCS',
  'LETTER',
  'REVIEW_CATEGORY',
  'TDOC_COMMENT',
  'CAPTURE',
  'CAPTURES',
  'REPORT_SCHEDULE',
  'GUIDELINE_VERSION',
  'CONTRACT_VARIANCE',
  'ASSIGNMENT',
  'SAVED_VIEW',
  'INTEGRATION',
  'JOB',
  'RECORDS',
] as const
export type Subject = (typeof subjects)[number]

export const tags = {
  Auth: 'Sign-in and sign-out, second factors, sessions and passwords',
  Users: 'Users, companies, permissions and assigned work',
  Loans: 'Loans in LoanDock',
  SLVs: 'Single loan variances: lists, forms, status changes and assignments',
  'SLV requests': 'The variances of an SLV and the decisions on them',
  'SLV conditions':
    'The conditions of an approval, and the library of reusable ones',
  'SLV documents': 'Files attached to an SLV',
  'SLV history': 'Activity and past rounds of an SLV',
  'SLV reports': 'Decision reports and workbooks',
  Guidelines:
    'Programs, guideline versions, rules, contract variances and compensating factors',
  SLA: 'SLA targets, the business calendar and clocks',
  'Conversation log': 'Comments on SLVs and Tdocs',
  Notifications: 'In-app and email notifications',
  Tdocs: 'Transaction documents and their review',
  'Review category': 'Review categories of Tdocs',
  Views: 'Saved views of the lists',
  Live: 'A stream of changes, and who has an SLV open',
  'Data capture':
    'Data-capture files that vendors upload, and incoming transmittals',
  Reporting: 'SLV metrics and scheduled reports',
  Integration: 'Services with API keys, and webhooks',
  System: 'The state of the portal and its failed jobs, for administrators',
  'Data keeping':
    'Legal holds, retention, erasure, and downloads of a person’s data',
} as const

/**
 * One call of the API, as a value: the server serves it, the web and tests call
 * it, OpenAPI describes it. `path` is below `/api`. `access` is the role's rule
 * (403); 'PUBLIC' needs no session. Policies check the subject under its lock.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  summary: string
  tag: keyof typeof tags
  access: ActorRule | 'PUBLIC'
  about: Subject
  /** Sent automatically, so it doesn't keep an idle session alive. */
  isPoll?: true
  /**
   * Ignores an Idempotency-Key: the body or the response has a secret, it
   * reaches beyond the caller's company, or a repeat changes nothing.
   */
  keepsNothing?: true
  /**
   * Authorization besides a session: a sign-in that waits for its second
   * factor, the token of an emailed link (`Authorization: Bearer`), or a print
   * ticket.
   */
  opensWith?: 'SIGN_IN' | 'LINK' | 'PRINT_TICKET'
  /** A POST that changes nothing: its query is in the body. */
  isRead?: true
  /**
   * Systems of other companies call it: it is in the description of the API that
   * integrators read (/api/openapi.json). Not for what people judge or set up.
   */
  isPublished?: true
  /** Requires a session cookie; API keys don't work. */
  needsSession?: true
  /**
   * API keys can make this call although it is about the caller or their
   * company: any key, or one with a scope of the tag.
   */
  takesKey?: 'ANY' | 'BY_SCOPE'
  takesIfMatch?: true
  /** Honors If-None-Match: 304 when the response has not changed. */
  takesIfNoneMatch?: true
  /** Sets its ETag and answers 304 without reading what it is about. */
  tagsItself?: true
  takesFile?: true
  /**
   * Responds with a file of one of these media types, or the part of it that
   * Range requests.
   */
  answersFile?: { types: readonly string[]; takesRange?: true }
  /**
   * Responds with server-sent events, each with data of the response's schema,
   * until either side ends it.
   */
  answersStream?: true
  /** Responds with 303 and the address where the browser continues. */
  answersRedirect?: true
  /** Also accepts its body as a form (application/x-www-form-urlencoded). */
  takesForm?: true
  /**
   * Error codes beyond those that follow from its shape
   * (server/src/lib/openapi/describe-refusals.ts).
   */
  refuses?: readonly ErrorCode[]
  params?: ZodType
  query?: ZodType
  body?: ZodType
  response: ZodType
}

/** Endpoints that ignore an Idempotency-Key even if they are POSTs. */
type IgnoresIdempotencyKey =
  | { access: 'PUBLIC' }
  | { keepsNothing: true }
  | { isRead: true }
  | { answersFile: object }

/** `takesIdempotencyKey` as a type. */
export type TakesIdempotencyKey<E extends Endpoint> = E extends {
  method: 'POST'
}
  ? E extends IgnoresIdempotencyKey
    ? false
    : true
  : false

/**
 * Whether an Idempotency-Key applies: to a POST by a signed-in user that
 * changes something.
 */
export const takesIdempotencyKey = ({
  method,
  access,
  keepsNothing,
  isRead,
  answersFile,
}: Endpoint): boolean =>
  method === 'POST' &&
  access !== 'PUBLIC' &&
  !keepsNothing &&
  !isRead &&
  !answersFile

type Parts = 'params' | 'query' | 'body'

/** A request before parsing. */
export type Sent<E extends Endpoint> = {
  [P in Parts & keyof E]: E[P] extends ZodType ? z.input<E[P]> : never
}

/** A request after parsing. */
export type Received<E extends Endpoint> = {
  [P in Parts & keyof E]: E[P] extends ZodType ? z.output<E[P]> : never
}

export type Answer<E extends Endpoint> = z.output<E['response']>

type Definition = Omit<Endpoint, 'method' | 'path' | 'summary'>

/** The names in a path: 'id' | 'index' of '/mails/:id/files/:index'. */
type ParamName<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamName<`/${More}`>
    : Rest
  : never
/** A schema of UUIDs for the names in a path; nothing if there are none. */
type Params<Path extends string> = [ParamName<Path>] extends [never]
  ? unknown
  : { params: z.ZodObject<Record<ParamName<Path>, z.ZodUUID>> }

const uuid = z.uuid()
const listParams = (path: string) => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return names.length > 0
    ? { params: z.object(toRecord(names, () => uuid)) }
    : {}
}

/** The type of `{ ...first, ...second }`. */
type Merged<First, Second> = Omit<First, keyof Second> & Second

/**
 * Functions that make endpoints with these properties in common, by method. The
 * parameters of a path are UUIDs unless `params` says otherwise.
 */
export const createEndpoints = <const Shared extends Partial<Definition>>(
  shared: Shared,
) => {
  const withMethod =
    <const M extends Endpoint['method']>(method: M) =>
    <
      const P extends Endpoint['path'],
      const D extends Partial<Definition> & Omit<Definition, keyof Shared>,
    >(
      path: P,
      summary: string,
      definition: D,
    ) =>
      ({
        method,
        path,
        summary,
        ...listParams(path),
        ...shared,
        ...definition,
      }) as unknown as {
        method: M
        path: P
        summary: string
      } & Merged<Params<P>, Merged<Shared, D>>
  return {
    get: withMethod('GET'),
    post: withMethod('POST'),
    put: withMethod('PUT'),
    patch: withMethod('PATCH'),
    del: withMethod('DELETE'),
  }
}
