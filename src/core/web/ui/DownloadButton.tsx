import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import type { ApiError, InputOf } from '../ask.ts'
import { Button, type ButtonProps } from './Button.tsx'
import { FormError } from './FormError.tsx'

/** A button that fetches a file; beneath it what kept the file from coming. */
export function DownloadButton<E extends Endpoint>({
  endpoint,
  input,
  children,
  ...props
}: Pick<ButtonProps, 'variant' | 'size' | 'aria-label'> & {
  endpoint: E
  input: InputOf<E>
  children: ReactNode
}) {
  const file = useMutation<void, ApiError>({
    mutationFn: async () => (await import('../download.ts')).download(endpoint, input),
  })
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        variant="secondary"
        {...props}
        icon={<FileDown aria-hidden />}
        isPending={file.isPending}
        onPress={() => file.mutate()}
      >
        {children}
      </Button>
      <FormError>{file.error?.message}</FormError>
    </div>
  )
}
