import {
  Button,
  type CSSVariablesResolver,
  createTheme,
  Input,
  type MantineColorsTuple,
  type MantineThemeComponents,
} from '@mantine/core'
import { computeShades } from '../../lib/color-scale.ts'
import { searchOptions } from './search-options.ts'

const defaultColor = '#2b5fb0'

/** A <header> outside of <main> would be a second banner of the page. */
const dialogProps = {
  attributes: { header: { role: 'none' } },
  closeButtonProps: { 'aria-label': 'Close' },
}

const still = { duration: 0 }

/** Cool grays for the dark scheme; 7 is the surface, 8 and 9 are behind it. */
const dark: MantineColorsTuple = [
  '#d8dce3',
  '#b6bdc8',
  '#98a1ae',
  '#6c7583',
  '#3f4651',
  '#343a44',
  '#292e36',
  '#1b1e23',
  '#14171b',
  '#0f1114',
]

/** How Mantine's components differ from their defaults. */
const components: MantineThemeComponents = {
  ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  Button: Button.extend({
    vars: (_theme, { size }) => ({
      root: size
        ? {}
        : {
            '--button-height': '2rem',
            '--button-fz': 'var(--mantine-font-size-sm)',
            '--button-padding-x': '0.75rem',
          },
    }),
  }),
  Input: Input.extend({
    vars: (_theme, { size }) => ({
      wrapper:
        size === undefined || size === 'sm' ? { '--input-height': '2rem' } : {},
      input: {},
    }),
  }),
  // Descriptions below inputs keep fields in a row aligned.
  InputWrapper: {
    defaultProps: {
      inputWrapperOrder: ['label', 'input', 'description', 'error'],
    },
  },
  // Room to type after the chosen values, not on an empty line below.
  MultiSelect: {
    defaultProps: { filter: searchOptions },
    styles: { inputField: { minWidth: '4rem' } },
  },
  Select: { defaultProps: { filter: searchOptions } },
  Autocomplete: { defaultProps: { filter: searchOptions } },
  TagsInput: { defaultProps: { filter: searchOptions } },
  Menu: {
    defaultProps: {
      position: 'bottom-start',
      offset: 4,
      shadow: 'md',
      transitionProps: still,
      // In the landmark of its button; fixed, so that nothing clips it.
      withinPortal: false,
      floatingStrategy: 'fixed',
      // The first item takes the focus instead.
      withInitialFocusPlaceholder: false,
    },
    styles: {
      dropdown: { minWidth: '11rem', maxWidth: '20rem' },
    },
  },
  // Nothing that someone is about to click may move.
  Modal: {
    defaultProps: {
      ...dialogProps,
      centered: true,
      transitionProps: still,
    },
  },
  ModalRoot: { defaultProps: { transitionProps: still } },
  Drawer: { defaultProps: { ...dialogProps, transitionProps: still } },
  DrawerRoot: { defaultProps: { transitionProps: still } },
  Skeleton: { defaultProps: { radius: 'sm' } },
  Tooltip: {
    defaultProps: {
      position: 'right',
      openDelay: 250,
      transitionProps: still,
      events: { hover: true, focus: true, touch: false },
    },
  },
}

/**
 * All tokens of the portal. Four sizes of text: 12, 13, 16 and 20 px. Fields
 * and buttons are 32 px high: dense, and still above the 24 px that a pointer
 * needs. Breakpoints are spec.md §9's; CSS modules write them in em (768 px =
 * 48em).
 */
export const createPortalTheme = (brandColor: string | null) =>
  createTheme({
    primaryColor: 'brand',
    primaryShade: { light: 6, dark: 6 },
    colors: {
      brand:
        computeShades(brandColor ?? defaultColor) ??
        computeShades(defaultColor) ??
        dark,
      dark,
    },
    black: '#1c2127',
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
    fontSizes: {
      xs: '0.75rem',
      sm: '0.8125rem',
      md: '0.8125rem',
      lg: '1rem',
      xl: '1.25rem',
    },
    lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.5' },
    spacing: {
      xs: '0.375rem',
      sm: '0.625rem',
      md: '0.875rem',
      lg: '1.25rem',
      xl: '1.75rem',
    },
    radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '16px' },
    defaultRadius: 'md',
    breakpoints: { xs: '20em', sm: '48em', md: '64em', lg: '75em', xl: '90em' },
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '1.25rem', lineHeight: '1.3' },
        h2: { fontSize: '1rem', lineHeight: '1.35' },
        h3: { fontSize: '0.8125rem', lineHeight: '1.4' },
      },
    },
    cursorType: 'pointer',
    respectReducedMotion: true,
    components,
  })

/**
 * Colors that Mantine lacks, and its own where WCAG 2.2 AA needs more contrast.
 */
export const portalVariables: CSSVariablesResolver = () => ({
  variables: {
    '--portal-sidebar': '12.25rem',
    '--portal-sidebar-folded': '3.5rem',
    '--portal-topbar': '2.75rem',
    '--portal-row': '2.25rem',
    // The strip for messages below every page: at least, and now
    // (ui/toasts.tsx).
    '--portal-strip-least': '2rem',
    '--portal-strip': 'var(--portal-strip-least)',
    // The height of a page.
    '--portal-page': 'calc(100dvh - var(--portal-strip))',
  },
  light: {
    '--portal-ground': '#f7f7f5',
    '--portal-surface': '#ffffff',
    '--portal-line': '#e4e5e7',
    '--portal-control-line': '#8a929d',
    '--portal-hover': '#eff0f1',
    '--portal-selected': 'var(--mantine-color-brand-0)',
    '--portal-current': '#e9eaed',
    '--mantine-color-dimmed': '#57606c',
    '--mantine-color-placeholder': '#6a7380',
    '--mantine-color-error': '#c02626',
    '--mantine-color-default-border': '#d3d7dc',
  },
  dark: {
    '--portal-ground': 'var(--mantine-color-dark-8)',
    '--portal-surface': 'var(--mantine-color-dark-7)',
    '--portal-line': '#2c323b',
    '--portal-control-line': '#727b89',
    '--portal-hover': '#242931',
    '--portal-selected': '#232c3a',
    '--portal-current': '#292e36',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': '#8d96a3',
    '--mantine-color-error': '#ff8787',
  },
})
