import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'react-hot-toast'

export { toast }

const place = document.body.appendChild(document.createElement('div'))
createRoot(place).render(
  <Toaster
    position="top-right"
    toastOptions={{
      duration: 4000,
      success: { duration: 3000 },
      error: { duration: 4000 },
      className: 'toast',
    }}
  />,
)
