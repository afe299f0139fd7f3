/** Where a file is to go: the seller's, the underwriter's, or one asked document by its id. */
export type UploadTarget = 'SELLER' | 'UNDERWRITER' | `ASKED ${string}`

/** REFUSED is not taken, by this browser or by the server; FAILED and CANCELLED may be tried again. */
export type UploadState = 'WAITING' | 'SENDING' | 'FAILED' | 'CANCELLED' | 'REFUSED'

/** One file on its way. `sent` counts bytes; `problem` is a sentence. */
export type Upload = {
  key: string
  target: UploadTarget
  name: string
  size: number
  state: UploadState
  sent: number
  problem: string | null
}

/** The files on their way to one SLV. `added` counts those that arrived since nothing was on its way. */
export type Queue = { uploads: readonly Upload[]; added: number }

export const emptyQueue: Queue = { uploads: [], added: 0 }

/** How many files travel at once. */
export const mostAtOnce = 3

type Chosen = Pick<Upload, 'key' | 'target' | 'name' | 'size' | 'problem'>

/** Puts files at the end; one with a problem stays where it is, for its sentence to be read. */
export const enqueue = (queue: Queue, chosen: readonly Chosen[]): Queue => ({
  ...queue,
  uploads: [
    ...queue.uploads,
    ...chosen.map((file): Upload => ({ ...file, sent: 0, state: file.problem === null ? 'WAITING' : 'REFUSED' })),
  ],
})

const changed = (queue: Queue, key: string, change: Partial<Upload>): Queue => ({
  ...queue,
  uploads: queue.uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)),
})

/** Those that may leave now, in the order in which they were chosen. */
export const dueUploads = ({ uploads }: Queue): readonly Upload[] => {
  const places = mostAtOnce - uploads.filter(({ state }) => state === 'SENDING').length
  return uploads.filter(({ state }) => state === 'WAITING').slice(0, Math.max(places, 0))
}

export const start = (queue: Queue, key: string) => changed(queue, key, { state: 'SENDING', sent: 0, problem: null })

/** Bytes that left; late news of an upload that ended meanwhile changes nothing. */
export const progress = (queue: Queue, key: string, sent: number): Queue =>
  queue.uploads.some((upload) => upload.key === key && upload.state === 'SENDING')
    ? changed(queue, key, { sent })
    : queue

/** It arrived: from now on it stands among the documents. */
export const arrive = (queue: Queue, key: string): Queue => ({ ...remove(queue, key), added: queue.added + 1 })

export const fail = (queue: Queue, key: string, problem: string) =>
  changed(queue, key, { state: 'FAILED', sent: 0, problem })

/** The server looked at it and does not take it. */
export const refuse = (queue: Queue, key: string, problem: string) =>
  changed(queue, key, { state: 'REFUSED', sent: 0, problem })

export const cancel = (queue: Queue, key: string) => changed(queue, key, { state: 'CANCELLED', sent: 0, problem: null })

export const mayRetry = ({ state }: Upload) => state === 'FAILED' || state === 'CANCELLED'

export const retry = (queue: Queue, key: string): Queue =>
  changed(queue, key, { state: 'WAITING', sent: 0, problem: null })

export const remove = (queue: Queue, key: string): Queue => ({
  ...queue,
  uploads: queue.uploads.filter((upload) => upload.key !== key),
})

const isActive = ({ state }: Upload) => state === 'WAITING' || state === 'SENDING'

/** Something is on its way, or about to be. */
export const isBusy = ({ uploads }: Queue) => uploads.some(isActive)

/** Nothing is on its way any more: the count starts again. */
export const settle = (queue: Queue): Queue => ({ ...queue, added: 0 })

export const uploadsTo = ({ uploads }: Queue, target: UploadTarget) =>
  uploads.filter((upload) => upload.target === target)

/** A file is on its way to this place, or about to be. */
export const isOnItsWay = (queue: Queue, target: UploadTarget) => uploadsTo(queue, target).some(isActive)

/** In percent of the file; the last is the server's, which still has to store it. */
export const percentSent = ({ sent, size }: Upload) => (size === 0 ? 0 : Math.min(99, Math.floor((sent / size) * 100)))
