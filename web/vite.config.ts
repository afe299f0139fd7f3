import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './scripts/chunk-groups.ts'
import { compressed } from './scripts/compressed.ts'
import { firstLoad } from './scripts/first-load.ts'
import { noDescriptions } from './scripts/no-descriptions.ts'
import { noJsonSchema } from './scripts/no-json-schema.ts'
import { pdfAssets } from './scripts/pdf-assets.ts'
import { themeVariables } from './scripts/theme-variables.ts'

const api = `http://localhost:${process.env.PORT ?? 3000}`

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: './src/routes',
      generatedRouteTree: './src/route-tree.gen.ts',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
    }),
    react(),
    themeVariables(),
    noJsonSchema(),
    noDescriptions(),
    pdfAssets(),
    compressed(),
    firstLoad(),
  ],
  // light-dark() stays as it is: written for older browsers it would follow the
  // system and not the chosen scheme.
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    sourcemap: true,
    manifest: true,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
  server: {
    port: Number(process.env.WEB_PORT ?? 5173),
    proxy: { '/api': api },
  },
})
