/** A file that lies where transmittals arrive. */
export type Arrived = { name: string; size: number; modifiedAt: Date }

/** The place where transmittals arrive, while it is open. Names have no folder in them. */
export type Inbox = {
  /** The files that lie there now; no folders, no links. */
  list: () => Promise<Arrived[]>
  read: (name: string) => AsyncIterable<Uint8Array>
  /** Puts a file away, below done/; nothing when it is not there any more. */
  putAway: (name: string, folder: string) => Promise<void>
  close: () => Promise<void>
}

export type Transmittals = {
  /** What the place is called, without a secret. */
  source: string
  /** Throws when there is no way to it. */
  open: () => Promise<Inbox>
}
