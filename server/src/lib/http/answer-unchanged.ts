import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { namesTag } from './version.ts'

const hash = (text: string) =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)

/**
 * An onSend hook that gives a response an ETag of its content, and returns 304
 * without the content to a caller who has it. The ETag begins with the version,
 * if there is one. The version isn't enough: names of people change without it.
 */
export async function answerUnchanged(
  { headers: { 'if-none-match': seen } }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
  const version = reply.getHeader('etag')
  const prefix =
    typeof version === 'string' ? `${version.replaceAll('"', '')}-` : ''
  const tag = `"${prefix}${hash(payload)}"`
  reply.header('etag', tag)
  if (seen === undefined || !namesTag(seen, tag)) return payload
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  return null
}
