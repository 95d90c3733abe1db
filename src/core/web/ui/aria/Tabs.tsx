import { clsx } from 'clsx'
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
  /** What chooses among them on a phone, where a row of many can't be looked over. */
  onPhone?: ReactNode
  className?: string
}

/** Tabs over panels; on phones the row scrolls sideways, or something else stands in its place. */
export function Tabs<V extends string>({
  label,
  tabs,
  value,
  onChange,
  onPhone,
  children,
  className,
}: TabsProps<V>) {
  return (
    <AriaTabs
      {...(value === undefined ? {} : { selectedKey: value })}
      onSelectionChange={(key) => onChange?.(key as V)}
      // The ring is for the tab or the panel that has the focus, not for all around it too.
      className={`flex min-w-0 flex-col outline-none ${className ?? ''}`}
    >
      {onPhone && <div className="sm:hidden">{onPhone}</div>}
      <TabList
        aria-label={label}
        className={clsx(
          'fade-end flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]',
          onPhone && 'max-sm:hidden',
        )}
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
