import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is narrow, as on a phone; known at the first render. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', false, {
    getInitialValueInEffect: false,
  })
