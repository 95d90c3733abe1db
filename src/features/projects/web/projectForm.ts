import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { placeOf } from '#core/contract/places.ts'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import {
  listProjects,
  type Project,
  ProjectChange,
  readProfile,
  readProject,
  saveProject,
} from '../contract.ts'
import { refreshProfile } from './profile.ts'

/** What the form of a project holds while it is being filled in. */
export interface ProjectValues {
  name: string
  profile_image: string | null
  city: string | null
  lat: number | null
  lng: number | null
  genres: string[]
  main_instrument: string | null
  languages: string[]
  bio: string
}

/** A project's form: checked by the contract, saved with only what may have changed. */
export function useProjectForm(project: Project, onSaved: () => void) {
  const check = resolverOf<ProjectValues, ProjectChange>(ProjectChange)
  const form = useForm<ProjectValues, unknown, ProjectChange>({
    resolver: (values, context, options) => {
      const { profile_image, lat, lng, ...rest } = values
      const sent = {
        ...rest,
        // A picture that stays isn't sent: its address may be of another kind than uploads have.
        ...(profile_image === project.profile_image ? {} : { profile_image }),
        // A point is sent when it was picked; else the town's own is taken.
        ...(lat === project.lat && lng === project.lng ? {} : { lat, lng }),
      }
      return check(sent as ProjectValues, context, options)
    },
    defaultValues: {
      name: project.name,
      profile_image: project.profile_image,
      city: project.city,
      lat: project.lat,
      lng: project.lng,
      genres: project.genres,
      main_instrument: project.main_instrument,
      languages: project.languages,
      bio: project.bio,
    },
  })
  /** Saved or given up: what was written isn't lost by leaving. */
  const isDone = useRef(false)
  const save = useMutation(tell(saveProject, { refreshes: [readProject, listProjects, readProfile] }))

  const submit = submitOf(form, async (body) => {
    const country = body.city ? (placeOf(body.city)?.country ?? null) : null
    await save.mutateAsync({ params: { id: project.id }, body: { ...body, country } })
    await refreshProfile()
    isDone.current = true
    onSaved()
    // Where the form stays, what is written from here on is new.
    form.reset(form.getValues())
    isDone.current = false
  })
  return { form, submit, isDone }
}
