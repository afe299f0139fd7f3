export type Arrived = { name: string; size: number; modifiedAt: Date }

export type Inbox = {
  list: () => Promise<Arrived[]>
  read: (name: string) => AsyncIterable<Uint8Array>
  /** Moves a file below done/; does nothing if it is gone. */
  putAway: (name: string, folder: string) => Promise<void>
  close: () => Promise<void>
}

export type Transmittals = {
  /** A name for display, without secrets. */
  source: string
  open: () => Promise<Inbox>
}
