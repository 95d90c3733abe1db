/* How tables of figures look. */

export const headClass = 'py-2 pr-3 text-left text-sm font-semibold text-ink-2'
export const cellClass = 'py-2.5 pr-3 align-top wrap-anywhere'
export const sumClass = 'py-2.5 pl-3 text-right align-top tabular-nums'
