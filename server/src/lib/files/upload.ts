import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import {
  type Endpoint,
  type Received as Parsed,
  type TakesIdempotencyKey,
  takesIdempotencyKey,
} from '@portal/contract/lib/endpoint'
import { explain, toProblems } from '@portal/contract/lib/problems'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createFairQueue, type Sender } from '../concurrency/fair-queue.ts'
import type { Ctx } from '../ctx.ts'
import { AppError, badRequest, refusalOf } from '../errors.ts'
import { watchDisconnect } from '../http/disconnect.ts'
import {
  hashToken,
  isKnownKey,
  type Replay,
  readIdempotencyKey,
  runOnce,
  type StoredResult,
} from '../http/idempotency.ts'
import { toRoute } from '../http/route-of.ts'
import { InvalidInput } from '../http/validate.ts'
import { getEtag, readIfMatch } from '../http/version.ts'
import { fileName, uploadedName } from './file-name.ts'
import type { FileStore, Received } from './files.ts'

export type Upload = Received & {
  name: string
  fields: Record<string, unknown>
}

export type StoredFile<T> = {
  key: string
  name: string
  size: number
  sha256: Buffer
} & T

type Request<E extends Endpoint> = Omit<Parsed<E>, 'body'> & {
  ctx: Ctx
  /** The version that the caller last saw, if given. */
  ifMatch: number | undefined
}

type Steps<E extends Endpoint, T> = {
  files: FileStore
  maxBytes: number
  /** The file is only read, and deleted after the answer. */
  isTemporary?: true
  /** Refuses before the file is read. */
  admit: (request: Request<E>) => Promise<unknown>
  /**
   * Checks the file: returns what it is, or throws a refusal. A repeat's
   * request has been accepted before.
   */
  check: (
    upload: Upload,
    sender: Sender,
    signal: AbortSignal,
    checked: { request: Request<E>; isRepeat: boolean },
  ) => Promise<T>
  /**
   * Writes the row, in the transaction that also stores the Idempotency-Key;
   * checks the rule again.
   */
  handle: (request: Request<E>, file: StoredFile<T>) => Promise<Response<E>>
}

type Response<E extends Endpoint> = z.input<E['response']>

/**
 * An endpoint that takes an Idempotency-Key needs a replay; another has none.
 */
type Repeatable<E extends Endpoint, Kept extends StoredResult> =
  TakesIdempotencyKey<E> extends false
    ? { replay?: undefined }
    : { replay: Replay<Request<E>, Response<E>, Kept> }

/**
 * Limits for files that are received, checked and stored at the same time.
 * Waiting uploads are not read.
 */
const uploads = createFairQueue({
  total: 32,
  perCompany: 16,
  perPerson: 1,
  waitingPerPerson: 50,
  message:
    'Your other files are still being uploaded. Try again when they are done.',
})

/**
 * After this long without data, the connection is closed and the sender's turn
 * ends.
 */
const silentMs = 30_000

/**
 * A browser's part headers take less than 1 KB, the file name included. Longer
 * headers are cut off before parsing.
 */
const partLimits = {
  headerSize: 8 * 1024,
  headerPairs: 10,
  parts: 12,
  fields: 10,
  fieldSize: 10_000,
  files: 1,
}

/**
 * Accepts multipart bodies on the endpoints of a scope; other endpoints accept
 * only JSON.
 */
export const takeUploads = (app: FastifyInstance) =>
  app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { ...partLimits, fileSize: Number.MAX_SAFE_INTEGER },
  })

/**
 * Serves a POST of one file, field `file`, which is checked before it is
 * stored.
 */
export const serveUpload = <
  E extends Endpoint & { takesFile: true },
  T,
  Kept extends StoredResult,
>(
  app: FastifyInstance,
  endpoint: E,
  steps: Steps<E, T> & Repeatable<E, Kept>,
) => {
  const replay = steps.replay as
    | Replay<Request<E>, Response<E>, Kept>
    | undefined
  app.route({
    ...toRoute(endpoint),
    handler: async (request, reply) => {
      const signal = watchDisconnect(reply)
      const leave = await uploads.enter(request.ctx.actor, signal)
      try {
        const answer = await take<E, T, Kept>(
          endpoint,
          request,
          steps,
          replay,
          signal,
        )
        const etag = getEtag(answer)
        if (etag) reply.header('etag', etag)
        return answer
      } finally {
        leave()
      }
    },
  })
}

/** Receives the file, checks it, and does the work with it. */
async function take<E extends Endpoint, T, Kept extends StoredResult>(
  endpoint: E,
  request: FastifyRequest,
  steps: Steps<E, T>,
  replay: Replay<Request<E>, Response<E>, Kept> | undefined,
  signal: AbortSignal,
): Promise<Response<E>> {
  const { ctx } = request
  const key =
    replay && takesIdempotencyKey(endpoint)
      ? readIdempotencyKey(request)
      : undefined
  const unfilled = toRequest<E>(request)
  // A repeat skips the rule, which may now refuse because the first upload
  // changed the status. Its replay checks that the caller still sees the SLV.
  const isRepeat = key !== undefined && (await isKnownKey(ctx, key))
  if (!isRepeat) await steps.admit(unfilled)

  const upload = await receive(request, steps)
  try {
    const query = parseFields(endpoint, request.query, upload.fields)
    const received = { ...unfilled, query }
    const facts = await steps.check(upload, ctx.actor, signal, {
      request: received,
      isRepeat,
    })
    const checked: Checked<E, T, Kept> = {
      received,
      upload,
      facts,
      repeat: replay && key !== undefined ? { replay, key } : undefined,
      request,
    }
    if (!steps.isTemporary) return await store(checked, steps)
    const { response } = await finish(checked, steps, '')
    return response
  } finally {
    await upload.drop()
  }
}

const toRequest = <E extends Endpoint>(request: FastifyRequest) =>
  ({
    ctx: request.ctx,
    params: request.params,
    query: request.query,
    ifMatch: readIfMatch(request),
  }) as unknown as Request<E>

type Checked<E extends Endpoint, T, Kept extends StoredResult> = {
  received: Request<E>
  upload: Upload
  facts: T
  /** How a repeat gets its response, if the request has a key. */
  repeat:
    | { key: string; replay: Replay<Request<E>, Response<E>, Kept> }
    | undefined
  request: FastifyRequest
}

/**
 * Stores the file and removes it again if the work fails. If the commit may
 * have succeeded, it stays for the sweep.
 */
async function store<E extends Endpoint, T, Kept extends StoredResult>(
  checked: Checked<E, T, Kept>,
  steps: Steps<E, T>,
): Promise<Response<E>> {
  const { files } = steps
  const storageKey = await checked.upload.keep()
  try {
    const { response, isRepeat } = await finish(checked, steps, storageKey)
    // Of two simultaneous uploads with one Idempotency-Key, the second gets the
    // first one's result.
    if (isRepeat) await files.remove(storageKey)
    return response
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal && refusal.code !== 'unavailable')
      await files.remove(storageKey)
    throw error
  }
}

/** Does the work with a file: with an Idempotency-Key, only once. */
async function finish<E extends Endpoint, T, Kept extends StoredResult>(
  { received, upload, facts, repeat, request }: Checked<E, T, Kept>,
  { handle }: Steps<E, T>,
  storageKey: string,
): Promise<{ response: Response<E>; isRepeat: boolean }> {
  const { name, size, sha256 } = upload
  const file = { key: storageKey, name, size, sha256, ...facts }
  if (!repeat)
    return { response: await handle(received, file), isRepeat: false }

  const { key, replay } = repeat
  const version = received.ifMatch === undefined ? [] : [received.ifMatch]
  const hash = hashToken(request, name, sha256.toString('hex'), ...version)
  let isRepeat = false
  const response = await runOnce<Response<E>, Kept>(
    received.ctx,
    { key, hash },
    {
      work: (ctx) => handle({ ...received, ctx }, file),
      keep: replay.keep,
      read: (ctx, kept) => {
        isRepeat = true
        return replay.read({ ...received, ctx }, kept)
      },
    },
  )
  return { response, isRepeat }
}

/**
 * Receives the one file of a request outside the store. Throws 400, 413, 415 or
 * no_room and leaves nothing behind.
 */
async function receive(
  request: FastifyRequest,
  { files, maxBytes }: Pick<Steps<never, never>, 'files' | 'maxBytes'>,
) {
  if (!request.isMultipart())
    throw new AppError(
      'unsupported_media_type',
      'Send the file as multipart/form-data',
    )
  const noFile = (message: string) =>
    badRequest([{ field: 'file', error: 'Required' }], message)
  const silence = setTimeout(() => request.raw.destroy(), silentMs)
  let upload: Upload | undefined
  const fields: Record<string, unknown> = {}
  try {
    for await (const part of partsOf(request)) {
      if (part.type !== 'file') {
        fields[part.fieldname] = part.value
        continue
      }
      if (part.fieldname !== 'file')
        throw noFile('Send the file in a field named "file"')
      const name = fileName(uploadedName(part.filename))
      upload = {
        ...(await files.receive(bounded(part.file, name, maxBytes, silence))),
        name,
        fields,
      }
    }
  } catch (error) {
    await upload?.drop()
    throw error
  } finally {
    clearTimeout(silence)
  }
  if (!upload) throw noFile('There is no file in this request')
  return upload
}

/**
 * The query, with the form's fields of the same names in its place. Throws for
 * values that the schema refuses.
 */
function parseFields(
  { query: schema }: Endpoint,
  query: unknown,
  fields: Record<string, unknown>,
) {
  if (!(schema instanceof z.ZodObject)) return query
  const given = Object.entries(schema.shape).filter(
    ([name]) => fields[name] !== undefined,
  )
  const parsed = z.safeParse(z.object(Object.fromEntries(given)), fields, {
    error: explain,
  })
  if (!parsed.success) throw new InvalidInput(toProblems(parsed.error.issues))
  return Object.assign({}, query, parsed.data)
}

/**
 * The parts of a multipart request with at most one file. Throws 400 for more
 * files and for malformed requests.
 */
async function* partsOf(request: FastifyRequest) {
  try {
    yield* request.parts()
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      error.code === 'FST_FILES_LIMIT'
    )
      throw badRequest(
        [{ field: 'file', error: 'Send one file' }],
        'Send one file per request',
      )
    throw new AppError(
      'bad_request',
      'The file cannot be read from this request',
      { cause: error },
    )
  }
}

async function* bounded(
  content: Readable,
  name: string,
  maxBytes: number,
  silence: NodeJS.Timeout,
) {
  let size = 0
  try {
    for await (const chunk of content as AsyncIterable<Uint8Array>) {
      silence.refresh()
      size += chunk.length
      if (size > maxBytes) throw tooLarge(name, maxBytes)
      yield chunk
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError(
      'bad_request',
      `"${name}" was not fully uploaded. Try again.`,
      { cause: error },
    )
  }
}

const tooLarge = (name: string, maxBytes: number) =>
  new AppError(
    'payload_too_large',
    `"${name}" is larger than ${maxBytes / 1024 / 1024} MB`,
  )
