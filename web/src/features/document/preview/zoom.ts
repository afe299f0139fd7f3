/** As wide as the window allows (at first only as far as it is comfortable to read), or a share of the natural size. */
export type Zoom = 'AUTO' | 'FIT' | number

const steps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const

/** The next larger step; `scale` is what is shown now. */
export const zoomedIn = (scale: number): number => steps.find((step) => step > scale + 0.01) ?? 4

export const zoomedOut = (scale: number): number => steps.findLast((step) => step < scale - 0.01) ?? 0.25

export type Rotation = 0 | 90 | 180 | 270

export const turned = (rotation: Rotation): Rotation => {
  const next = { 0: 90, 90: 180, 180: 270, 270: 0 } as const
  return next[rotation]
}
