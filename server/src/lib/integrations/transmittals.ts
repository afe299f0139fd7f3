export type Arrived = { name: string; size: number; modifiedAt: Date }

/** An open folder of transmittals. Names have no folder in them. */
export type Inbox = {
  /** Its files, without folders and links. */
  list: () => Promise<Arrived[]>
  read: (name: string) => AsyncIterable<Uint8Array>
  /** Puts a file away, below done/; nothing when it is not there any more. */
  putAway: (name: string, folder: string) => Promise<void>
  close: () => Promise<void>
}

export type Transmittals = {
  /** What the place is called, without a secret. */
  source: string
  open: () => Promise<Inbox>
}
