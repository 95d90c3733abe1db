import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'

export interface TabsProps<V extends string> {
  /** Names the row of tabs for screen readers. */
  label: string
  tabs: readonly { id: V; label: ReactNode; isDisabled?: boolean; content?: ReactNode }[]
  value?: V
  onChange?: (id: V) => void
  /** One panel for all tabs (a list filtered by the tab) instead of each tab's `content`. */
  children?: ReactNode
  className?: string
}

/** Tabs over panels; the row scrolls sideways on phones. */
export function Tabs<V extends string>({ label, tabs, value, onChange, children, className }: TabsProps<V>) {
  return (
    <AriaTabs
      {...(value === undefined ? {} : { selectedKey: value })}
      onSelectionChange={(key) => onChange?.(key as V)}
      className={`flex min-w-0 flex-col ${className ?? ''}`}
    >
      <TabList
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            id={tab.id}
            isDisabled={tab.isDisabled ?? false}
            className="-mb-px flex min-h-11 cursor-pointer items-center gap-2 border-b-3 border-transparent px-3 font-semibold whitespace-nowrap text-ink-2 transition-colors hover:text-ink selected:border-accent selected:text-ink disabled:opacity-50 focus-visible:-outline-offset-3"
          >
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="pt-5 outline-offset-4">
          {children ?? tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
