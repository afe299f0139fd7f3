import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import type { Plugin } from 'vite'
import { createPortalTheme, portalVariables } from '../src/ui/theme/theme.ts'

const name = 'virtual:theme-variables.css'

/**
 * A style sheet of the variables that our theme changes in Mantine's: the
 * sign-in page has them without Mantine, and every page from its first paint. A
 * brand's own color is set in the browser.
 */
export const themeVariables = (): Plugin => ({
  name: 'theme-variables',
  resolveId: (id) => (id === name ? `\0${name}` : null),
  load: (id) => {
    if (id !== `\0${name}`) return null
    const theme = mergeMantineTheme(DEFAULT_THEME, createPortalTheme(null))
    const [plain, standard, own] = [
      defaultCssVariablesResolver(DEFAULT_THEME),
      defaultCssVariablesResolver(theme),
      portalVariables(theme),
    ]
    const changed = (part: 'variables' | 'light' | 'dark') =>
      Object.fromEntries(
        Object.entries({ ...standard[part], ...own[part] }).filter(
          ([variable, value]) => plain[part][variable] !== value,
        ),
      )
    return convertCssVariables({
      variables: changed('variables'),
      light: changed('light'),
      dark: changed('dark'),
    })
  },
})
