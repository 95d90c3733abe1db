declare module 'subset-font' {
  /** Cuts a font down to the characters of `text`; axes are pinned (number) or narrowed (range). */
  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'truetype' | 'woff' | 'woff2'
      variationAxes?: Record<string, number | { min: number; max: number; default?: number }>
      noHinting?: boolean
      keepFeatures?: string[]
      dropTables?: string[]
    },
  ): Promise<Buffer>
}
