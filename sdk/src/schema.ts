// Made from docs/openapi.public.json by sdk/generate.ts. Do not change it here: run "npm run openapi".
import type { CallOptions, ChangeOptions, Including, PageWith, Seen, Versioned, With, WriteOptions } from './options.ts'
import type { Listing } from './paging.ts'

/** Version of the API contract that this was made from. */
export const CONTRACT = "1.4.0"

export interface AssignableUser {
  /** What assignee fields of tasks take. */
  userId: string
  /** This person in this workspace. */
  membershipId: string
  /** The full name of the account. */
  displayName: string
  /** Each role may what the one before it may: member, manager, admin. */
  role: "member" | "manager" | "admin"
  /** The departments the person works in. */
  departmentIds: string[]
}

export interface AssignableUserPage {
  /** This page; empty past the end. */
  items: AssignableUser[]
  pagination: Pagination
}

export interface Assignee {
  /** Of the assignment, not of the one who has it. */
  id: string
  /** At most one is PRIMARY. */
  role: "PRIMARY" | "SECONDARY"
  /** A person of the workspace, or a company from outside. */
  type: "USER" | "VENDOR"
  /** null for a VENDOR. */
  userId: string | null
  /** null for a USER. */
  vendorOrgId: string | null
  /** Of the person or the vendor, as it is now. */
  name: string
}

export interface Attachment {
  /** Given by the service; it never changes. */
  id: string
  /** The system it comes from; null when it was uploaded here. */
  externalSource: string | null
  /** Its id there; with the source unique on the task. */
  externalId: string | null
  /** null when none was given. */
  fileName: string | null
  /** Shown with the photo. */
  caption: string | null
  /** What the bytes are, whatever the source called them. */
  contentType: string | null
  /** As downloaded. */
  sizeBytes: number | null
  /** Of the bytes, in hexadecimal. */
  sha256: string | null
  /** Address of our copy. It needs no credential and lasts as long as the photo and its task: give it only to those who may see the photo. null when there is no copy. */
  internalUrl: string | null
  /** The same, for older clients. */
  externalUrl: string | null
  /** When it was made, in UTC. */
  createdAt: string
}

export interface AttachmentCreate {
  /** The system the photo comes from. */
  externalSource: string
  /** Its id there. */
  externalId: string
  /** A public https address of an image, good at this moment. It is used once and not kept. */
  sourceUrl: string
  /** null when none was given. */
  fileName?: string | null | undefined
  /** Shown with the photo. */
  caption?: string | null | undefined
  /** A hint; what is downloaded is counted. */
  sizeBytes?: number | null | undefined
}

export interface AttachmentPage {
  /** This page; empty past the end. */
  items: Attachment[]
  pagination: Pagination
}

/** The person whose session it is. */
export interface AuthUser {
  /** Given by the service; it never changes. */
  id: string
  /** What the person signs in with, in any case. */
  email: string
  /** As the account has it. */
  fullName: string
  /** null: there is no picture. */
  avatarUrl: string | null
  /** When it was made, in UTC. */
  createdAt: string
  /** In UTC; `createdAt` before the first sign-in. */
  lastSignInAt: string
}

export interface Blocker {
  /** `task`: a part of it or one it waits for. `workflow_rule`: a completion rule, or the hold of a workflow. */
  kind: "checklist_item" | "task" | "workflow_rule"
  /** Of the item, the task or the rule. */
  id: string
  /** For people: the item, the task, or what is required. */
  title: string
  /** Where to go to get it done. */
  actionUrl?: string
  /** What a completion rule asks for. */
  requires?: "summary" | "photo" | "cost"
}

export interface ChecklistItem {
  /** Given by the service; it never changes. */
  id: string
  /** EXTERNAL: an action in another system. */
  kind: "CHECK" | "CONDITION" | "PHOTO" | "COUNT" | "TEXT" | "YES_NO" | "RATING" | "EXTERNAL"
  /** What is to be done or answered. */
  title: string
  /** false: it may be left undone, whatever `blocksCompletion` says. */
  required: boolean
  /** While it is required and not done, the task cannot be completed. */
  blocksCompletion: boolean
  /** The system the action lives in; only of EXTERNAL items. */
  externalSource: string | null
  /** Its id there; with the source unique on the task. */
  externalId: string | null
  /** Where the action is done; only of EXTERNAL items. */
  actionUrl: string | null
  /** What was answered, by the kind of the item: `{"done": true}`, `{"count": 4}` and so on. */
  answer: Record<string, unknown> | null
  /** In UTC; null while it is not done. Doing it again keeps the first time. */
  completedAt: string | null
  /** When it was made, in UTC. */
  createdAt: string
}

export interface ChecklistItemPage {
  /** This page; empty past the end. */
  items: ChecklistItem[]
  pagination: Pagination
}

export interface Comment {
  /** Given by the service; it never changes. */
  id: string
  /** Who wrote it. */
  author: {
    /** `link`: a technician with a shared link. */
    kind: "user" | "key" | "link" | "system"
    /** Of the user, the key or the link; null for `system`. */
    id: string | null
    /** As it was then; `External task` for a link without a name. */
    name: string
  }
  /** Plain text with line breaks, not blank. */
  content: string
  /** When it was made, in UTC. */
  createdAt: string
}

export interface CostItem {
  /** Given by the service; it never changes. */
  id: string
  /** In `currency`, with no more decimals than it has. */
  amount: number
  /** ISO 4217 code. */
  currency: string
  /** What was paid for; empty when nobody said. */
  description: string
  /** Who pays for it, or what does. */
  billToType: "OWNER" | "GUEST" | "INTERNAL" | "DAMAGE" | "INSURANCE" | "REVIEW"
  /** A free text; empty when nobody said. */
  categoryName: string
  /** A free text; empty when nobody said. */
  notes: string
}

export interface Deleted {
  /** Of what was deleted. Asking for it is answered with 404. */
  id: string
  /** Always true. */
  deleted: true
  /** In UTC. */
  deletedAt: string
}

export interface Department {
  /** The departmentId that a task names. */
  id: string
  /** At most 100 characters, on one line. */
  name: string
  /** A short name for addresses, unique among the departments of the workspace. */
  slug: string
  /** field_ops: its scheduled tasks are in the daily work orders. */
  kind: "field_ops" | "office"
}

export interface DepartmentPage {
  /** This page; empty past the end. */
  items: Department[]
  pagination: Pagination
}

export interface ExternalAction {
  /** The system the action lives in. */
  externalSource: string
  /** Its id there. */
  externalId: string
  /** Where the action is done. An address that begins with https://, without blanks, a user name or a password. */
  actionUrl: string
  /** While it is required and not done, the task cannot be completed. */
  blocksCompletion: boolean
  /** `Open in` and the source unless sent. */
  title?: string | undefined
  /** false: it never blocks the completion. */
  required?: boolean | undefined
}

export interface Me {
  user: AuthUser
}

/** Where this page stands among all that match. */
export interface Pagination {
  /** How many match in all. */
  total: number
  /** The page size that was applied. */
  limit: number
  /** How many were skipped before this page. */
  offset: number
  /** Whether more follow this page. */
  hasMore: boolean
}

/** Why a request was refused (RFC 9457). */
export interface Problem {
  /** `urn:innkeeper:problem:` and the code. */
  type: string
  /** What the code means. */
  title: string
  /** The HTTP status. */
  status: number
  /** What it was this time. */
  detail: string
  /** The address that was asked. */
  instance: string
  /** For programs: a closed list. */
  code: "answer_mismatch" | "attachment_in_progress" | "attachment_not_found" | "body_too_large" | "checklist_item_not_found" | "comment_not_found" | "completion_blocked" | "description_full" | "fields_too_large" | "headers_too_large" | "idempotency_in_progress" | "idempotency_key_invalid" | "idempotency_key_reused" | "insufficient_role" | "insufficient_scope" | "internal_error" | "invalid_json" | "invalid_request" | "invalid_token" | "method_not_allowed" | "needed_by_completed" | "not_an_image" | "parent_closed" | "parent_cycle" | "precondition_failed" | "property_inapplicable" | "property_name_ambiguous" | "property_name_unknown" | "property_not_found" | "rate_limited" | "read_only_field" | "reference_unknown" | "request_timeout" | "route_not_found" | "source_not_allowed" | "source_unavailable" | "tag_not_found" | "task_completed" | "task_inapplicable" | "task_not_found" | "too_large" | "two_primaries" | "unavailable" | "unreadable_request" | "unsupported_media_type" | "workspace_forbidden" | "workspace_not_found"
  /** Quote it to support. */
  requestId: string
  /** Whether the same request can succeed later. */
  retryable: boolean
  /** One entry for each thing wrong with the request. */
  errors: ({
    /** JSON pointer into the body. */
    pointer?: string
    /** Name of a path, query or header parameter. */
    parameter?: string
    /** What kind of fault it is, such as `out_of_range`; the list may grow. */
    code: string
    /** The same for people, in English. */
    message: string
  })[]
  /** With `completion_blocked`: what stands in the way. */
  blockers?: Blocker[]
  /** With `insufficient_scope`: the scope that is missing. */
  requiredScope?: string
  [name: string]: unknown
}

export interface Property {
  /** Given by the service; it never changes. */
  id: string
  /** Id of the workspace: a readable text, no UUID. */
  workspaceId: string
  /** Display name. */
  name: string
  /** Internal alias. For the team, not for guests; `propertyName` of tasks finds it. */
  internalName: string | null
  /** Internal code. For the team, not for guests; `q` and `propertyName` of tasks find it. */
  internalCode: string | null
  /** Lifecycle status. A new property is ONBOARDING unless sent. */
  status: "PROSPECT" | "ONBOARDING" | "ACTIVE" | "AT_RISK" | "INACTIVE"
  /** Finer lifecycle stage. */
  lifecycleStage: string | null
  /** Street address. */
  address: string | null
  /** Found by `q`, but not for restricted keys. */
  city: string | null
  /** As it is written in the country; not checked. */
  postalCode: string | null
  /** ISO 3166-1 alpha-2 code. A two-letter ISO 3166 country code such as PT. */
  country: string | null
  /** Degrees north (WGS 84); only together with longitude. */
  latitude: number | null
  /** Degrees east (WGS 84); only together with latitude. */
  longitude: number | null
  /** Free kind, such as apartment or villa. */
  propertyType: string | null
  /** That of the workspace when null. An IANA time-zone name such as Europe/Lisbon. */
  timezone: string | null
  /** How many; null when nobody has counted. */
  bedrooms: number | null
  /** How many; half ones count, as in 1.5. */
  bathrooms: number | null
  /** How many; null when nobody has counted. */
  beds: number | null
  /** How many may stay at once; not less than minGuests. */
  maxGuests: number | null
  /** Floor area, in square metres. */
  squareMeters: number | null
  /** Which floor it is on; negative below ground. */
  floor: number | null
  /** Whether guests can use one; false unless sent. */
  hasElevator: boolean
  /** Whether guests can park there; false unless sent. */
  hasParking: boolean
  /** Whether there is one. Set with the first lock that is added here, cleared with the last. */
  hasSmartLock: boolean
  /** Default check-in time, local. A time as HH:MM or HH:MM:SS. */
  checkinTime: string | null
  /** End of the check-in window. A time as HH:MM or HH:MM:SS. */
  checkinTimeEnd: string | null
  /** Default check-out time, local. A time as HH:MM or HH:MM:SS. */
  checkoutTime: string | null
  /** Plain text that guests read on the page of their stay. */
  checkinInstructions: string | null
  /** Plain text that guests read on the page of their stay. */
  checkoutInstructions: string | null
  /** Plain text that guests read on the page of their stay. */
  parkingInstructions: string | null
  /** Network name. */
  wifiName: string | null
  /** In the workspace currency. */
  cleaningFee: number | null
  /** A rate or an amount, as the workspace agreed it. */
  managementFee: number | null
  /** Plain text for those who clean. */
  cleaningInstructions: string | null
  /** License or registration number. */
  propertyLicenseNumber: string | null
  /** How many; null when nobody has counted. */
  kitchens: number | null
  /** How many; null when nobody has counted. */
  livingRooms: number | null
  /** How many; null when nobody has counted. */
  hallways: number | null
  /** How many; null when nobody has counted. */
  terraces: number | null
  /** How many; null when nobody has counted. */
  balconies: number | null
  /** How many; null when nobody has counted. */
  gardens: number | null
  /** Shortest stay; not more than maxNights. */
  minNights: number | null
  /** Longest stay; not less than minNights. */
  maxNights: number | null
  /** How many a stay must have; not more than maxGuests. */
  minGuests: number | null
  /** Expected value of the deal, in the workspace currency. */
  dealValue: number | null
  /** Fields of your own. A change merges one level, null removes one. */
  customFields: Record<string, unknown>
  /** When it was made, in UTC. */
  createdAt: string
  /** When it last changed, in UTC. */
  updatedAt: string
}

export interface PropertyCreate {
  /** Display name. */
  name: string
  /** Internal alias. For the team, not for guests; `propertyName` of tasks finds it. */
  internalName?: string | null | undefined
  /** Internal code. For the team, not for guests; `q` and `propertyName` of tasks find it. */
  internalCode?: string | null | undefined
  /** Lifecycle status. A new property is ONBOARDING unless sent. */
  status?: "PROSPECT" | "ONBOARDING" | "ACTIVE" | "AT_RISK" | "INACTIVE" | undefined
  /** Finer lifecycle stage. */
  lifecycleStage?: string | null | undefined
  /** Street address. */
  address?: string | null | undefined
  /** Found by `q`, but not for restricted keys. */
  city?: string | null | undefined
  /** As it is written in the country; not checked. */
  postalCode?: string | null | undefined
  /** ISO 3166-1 alpha-2 code. A two-letter ISO 3166 country code such as PT. */
  country?: string | null | undefined
  /** Degrees north (WGS 84); only together with longitude. */
  latitude?: number | null | undefined
  /** Degrees east (WGS 84); only together with latitude. */
  longitude?: number | null | undefined
  /** Free kind, such as apartment or villa. */
  propertyType?: string | null | undefined
  /** That of the workspace when null. An IANA time-zone name such as Europe/Lisbon. */
  timezone?: string | null | undefined
  /** How many; null when nobody has counted. */
  bedrooms?: number | null | undefined
  /** How many; half ones count, as in 1.5. */
  bathrooms?: number | null | undefined
  /** How many; null when nobody has counted. */
  beds?: number | null | undefined
  /** How many may stay at once; not less than minGuests. */
  maxGuests?: number | null | undefined
  /** Floor area, in square metres. */
  squareMeters?: number | null | undefined
  /** Which floor it is on; negative below ground. */
  floor?: number | null | undefined
  /** Whether guests can use one; false unless sent. */
  hasElevator?: boolean | undefined
  /** Whether guests can park there; false unless sent. */
  hasParking?: boolean | undefined
  /** Whether there is one. Set with the first lock that is added here, cleared with the last. */
  hasSmartLock?: boolean | undefined
  /** Default check-in time, local. A time as HH:MM or HH:MM:SS. */
  checkinTime?: string | null | undefined
  /** End of the check-in window. A time as HH:MM or HH:MM:SS. */
  checkinTimeEnd?: string | null | undefined
  /** Default check-out time, local. A time as HH:MM or HH:MM:SS. */
  checkoutTime?: string | null | undefined
  /** Plain text that guests read on the page of their stay. */
  checkinInstructions?: string | null | undefined
  /** Plain text that guests read on the page of their stay. */
  checkoutInstructions?: string | null | undefined
  /** Plain text that guests read on the page of their stay. */
  parkingInstructions?: string | null | undefined
  /** Network name. */
  wifiName?: string | null | undefined
  /** In the workspace currency. */
  cleaningFee?: number | null | undefined
  /** A rate or an amount, as the workspace agreed it. */
  managementFee?: number | null | undefined
  /** Plain text for those who clean. */
  cleaningInstructions?: string | null | undefined
  /** License or registration number. */
  propertyLicenseNumber?: string | null | undefined
  /** How many; null when nobody has counted. */
  kitchens?: number | null | undefined
  /** How many; null when nobody has counted. */
  livingRooms?: number | null | undefined
  /** How many; null when nobody has counted. */
  hallways?: number | null | undefined
  /** How many; null when nobody has counted. */
  terraces?: number | null | undefined
  /** How many; null when nobody has counted. */
  balconies?: number | null | undefined
  /** How many; null when nobody has counted. */
  gardens?: number | null | undefined
  /** Shortest stay; not more than maxNights. */
  minNights?: number | null | undefined
  /** Longest stay; not less than minNights. */
  maxNights?: number | null | undefined
  /** How many a stay must have; not more than maxGuests. */
  minGuests?: number | null | undefined
  /** Expected value of the deal, in the workspace currency. */
  dealValue?: number | null | undefined
  /** Fields of your own. A change merges one level, null removes one. */
  customFields?: Record<string, unknown> | undefined
}

export interface PropertyPage {
  /** This page; empty past the end. */
  items: Property[]
  pagination: Pagination
}

export interface PropertyReduced {
  /** Given by the service; it never changes. */
  id: string
  /** Display name. */
  name: string
  /** Internal alias. For the team, not for guests; `propertyName` of tasks finds it. */
  internalName: string | null
  /** Internal code. For the team, not for guests; `q` and `propertyName` of tasks find it. */
  internalCode: string | null
  /** Lifecycle status. A new property is ONBOARDING unless sent. */
  status: "PROSPECT" | "ONBOARDING" | "ACTIVE" | "AT_RISK" | "INACTIVE"
}

export interface PropertyReducedPage {
  /** This page; empty past the end. */
  items: PropertyReduced[]
  pagination: Pagination
}

export interface PropertyUpdate {
  /** Display name. */
  name?: string | undefined
  /** Internal alias. For the team, not for guests; `propertyName` of tasks finds it. */
  internalName?: string | null | undefined
  /** Internal code. For the team, not for guests; `q` and `propertyName` of tasks find it. */
  internalCode?: string | null | undefined
  /** Lifecycle status. A new property is ONBOARDING unless sent. */
  status?: "PROSPECT" | "ONBOARDING" | "ACTIVE" | "AT_RISK" | "INACTIVE" | undefined
  /** Finer lifecycle stage. */
  lifecycleStage?: string | null | undefined
  /** Street address. */
  address?: string | null | undefined
  /** Found by `q`, but not for restricted keys. */
  city?: string | null | undefined
  /** As it is written in the country; not checked. */
  postalCode?: string | null | undefined
  /** ISO 3166-1 alpha-2 code. A two-letter ISO 3166 country code such as PT. */
  country?: string | null | undefined
  /** Degrees north (WGS 84); only together with longitude. */
  latitude?: number | null | undefined
  /** Degrees east (WGS 84); only together with latitude. */
  longitude?: number | null | undefined
  /** Free kind, such as apartment or villa. */
  propertyType?: string | null | undefined
  /** That of the workspace when null. An IANA time-zone name such as Europe/Lisbon. */
  timezone?: string | null | undefined
  /** How many; null when nobody has counted. */
  bedrooms?: number | null | undefined
  /** How many; half ones count, as in 1.5. */
  bathrooms?: number | null | undefined
  /** How many; null when nobody has counted. */
  beds?: number | null | undefined
  /** How many may stay at once; not less than minGuests. */
  maxGuests?: number | null | undefined
  /** Floor area, in square metres. */
  squareMeters?: number | null | undefined
  /** Which floor it is on; negative below ground. */
  floor?: number | null | undefined
  /** Whether guests can use one; false unless sent. */
  hasElevator?: boolean | undefined
  /** Whether guests can park there; false unless sent. */
  hasParking?: boolean | undefined
  /** Whether there is one. Set with the first lock that is added here, cleared with the last. */
  hasSmartLock?: boolean | undefined
  /** Default check-in time, local. A time as HH:MM or HH:MM:SS. */
  checkinTime?: string | null | undefined
  /** End of the check-in window. A time as HH:MM or HH:MM:SS. */
  checkinTimeEnd?: string | null | undefined
  /** Default check-out time, local. A time as HH:MM or HH:MM:SS. */
  checkoutTime?: string | null | undefined
  /** Plain text that guests read on the page of their stay. */
  checkinInstructions?: string | null | undefined
  /** Plain text that guests read on the page of their stay. */
  checkoutInstructions?: string | null | undefined
  /** Plain text that guests read on the page of their stay. */
  parkingInstructions?: string | null | undefined
  /** Network name. */
  wifiName?: string | null | undefined
  /** In the workspace currency. */
  cleaningFee?: number | null | undefined
  /** A rate or an amount, as the workspace agreed it. */
  managementFee?: number | null | undefined
  /** Plain text for those who clean. */
  cleaningInstructions?: string | null | undefined
  /** License or registration number. */
  propertyLicenseNumber?: string | null | undefined
  /** How many; null when nobody has counted. */
  kitchens?: number | null | undefined
  /** How many; null when nobody has counted. */
  livingRooms?: number | null | undefined
  /** How many; null when nobody has counted. */
  hallways?: number | null | undefined
  /** How many; null when nobody has counted. */
  terraces?: number | null | undefined
  /** How many; null when nobody has counted. */
  balconies?: number | null | undefined
  /** How many; null when nobody has counted. */
  gardens?: number | null | undefined
  /** Shortest stay; not more than maxNights. */
  minNights?: number | null | undefined
  /** Longest stay; not less than minNights. */
  maxNights?: number | null | undefined
  /** How many a stay must have; not more than maxGuests. */
  minGuests?: number | null | undefined
  /** Expected value of the deal, in the workspace currency. */
  dealValue?: number | null | undefined
  /** Fields of your own. A change merges one level, null removes one. */
  customFields?: Record<string, unknown> | undefined
  /** Given by the service; it never changes. */
  id?: string | undefined
  /** Id of the workspace: a readable text, no UUID. */
  workspaceId?: string | undefined
  /** When it was made, in UTC. */
  createdAt?: string | undefined
  /** When it last changed, in UTC. */
  updatedAt?: string | undefined
}

export interface Refresh {
  /** The newest one: to use an older one again ends the session. */
  refreshToken: string
}

export interface SessionTokens {
  /** Send it as `Authorization: Bearer …`. */
  accessToken: string
  /** Good for one use: every refresh answers with a new one. */
  refreshToken: string
  /** How to send the access token. */
  tokenType: "bearer"
  /** Seconds until the access token expires. */
  expiresIn: number
  /** When the access token expires, in UTC. */
  expiresAt: string
  user: AuthUser
}

export interface SignIn {
  /** Of an existing account, in any case. */
  email: string
  /** As it was set: every character counts. */
  password: string
}

export interface TagsOfTask {
  /** The task that was asked about. */
  taskId: string
  /** All tags it has now, by name. */
  tags: TaskTag[]
  /** The version of the task. */
  version: number
}

export interface Task {
  /** Given by the service; it never changes. */
  id: string
  /** For people; never used again in the workspace. */
  shortId: string
  /** Id of the workspace: a readable text, no UUID. */
  workspaceId: string
  /** One line, at most 500 characters. */
  title: string
  /** What is to be done, as plain text with line breaks. */
  description: string | null
  /** Set freely, unless COMPLETED is blocked (409) or a completed task needs this one over (422). COMPLETED, FINISHED, CLOSED and REQUEST_REJECTED are over. */
  status: "OPEN" | "CREATED" | "DRAFT" | "DRAFTED" | "SCHEDULED" | "IN_PROGRESS" | "FINISHED" | "CLOSED" | "PENDING_APPROVAL" | "REQUEST_APPROVED" | "REQUEST_REJECTED" | "COMPLETED"
  /** From the least to the most pressing. A new task is NORMAL unless it is sent or given by a template. */
  priority: "WATCH" | "LOWEST" | "LOW" | "NORMAL" | "HIGH" | "URGENT"
  /** Where it came from. Unless sent at creation: INTEGRATION for API keys, MANUAL for people, AUTOMATION for the service itself. */
  source: "MANUAL" | "AUTOMATION" | "SCHEDULE_RULE" | "INTEGRATION" | "AI" | "REVIEW" | "MESSAGE" | "CALL" | "MEETING_BOT"
  /** The department that does it; its completion rules apply. */
  departmentId: string
  /** The department, for display. */
  department: {
    /** The same as `departmentId`. */
    id: string
    /** As it is called now. */
    name: string
    /** Its short name for addresses. */
    slug: string
  }
  /** Where it is done; null for work that belongs to no property. */
  propertyId: string | null
  /** The stay it belongs to. A task that has a date when it is linked moves with the stay. */
  reservationId: string | null
  /** The guest or other contact it concerns. */
  contactId: string | null
  /** The task this is a part of. */
  parentTaskId: string | null
  /** In the time zone of the property. */
  scheduledDate: string | null
  /** In the time zone of the property. A time as HH:MM or HH:MM:SS. */
  scheduledTime: string | null
  /** How long it should take. */
  estimatedDurationMinutes: number | null
  /** A reported issue. */
  isIssue: boolean
  /** All tags of the task: an update replaces them. Only active tags can be added. */
  tagIds: string[]
  /** For an order of your own. */
  sortOrder: number
  /** For a grouping of your own: it is kept and not checked. */
  projectId: string | null
  /** Whether the owner of the property is to pay. */
  billableToOwner: boolean
  /** Counts where there are no cost items. */
  cost: number | null
  /** The currency of the workspace until changed. An ISO 4217 currency code such as EUR. */
  costCurrency: string
  /** Free of charge, whatever it costs. */
  isNoCharge: boolean
  /** What was done, said at completion. */
  summary: string | null
  /** Set by the first IN_PROGRESS unless sent. */
  startedAt: string | null
  /** Set by COMPLETED unless sent, null again after it. */
  completedAt: string | null
  /** Fields of your own. A change merges one level, null removes one. */
  customFields: Record<string, unknown>
  /** The same, said at completion. */
  completionFields: Record<string, unknown>
  /** At creation it gives description, priority and duration that are not sent, and adds its tags and checklist. */
  templateId: string | null
  /** Published to vendors. */
  isPublished: boolean
  /** Tasks of one property on one day share a visit. */
  visitId: string | null
  /** Reserved: always empty. */
  externalRefs: unknown[]
  /** A person, an API key, or the service itself, which has no id. */
  createdBy: {
    /** `system`: the service by itself, such as a workflow. */
    kind: "user" | "key" | "system"
    /** Of the user or the key; null for `system`. */
    id: string | null
    /** Their name at that time. */
    name: string
  }
  /** Reserved: always null. */
  aiProvenance: Record<string, unknown> | null
  /** Grows with every change, also of its parts; the ETag begins with it. */
  version: number
  /** When it was made, in UTC. */
  createdAt: string
  /** When it or one of its parts last changed, in UTC; comments do not count. */
  updatedAt: string
  /** There when `include` asks for it. */
  costItems?: CostItem[]
  /** There when `include` asks for it. */
  assignees?: Assignee[]
  /** There when `include` asks for it. */
  checklist?: ChecklistItem[]
  /** There when `include` asks for it. */
  tags?: TaskTag[]
  /** There when `include` asks for it. */
  attachments?: Attachment[]
  /** There when `include` asks for it. Oldest first; of more than 100 the newest ones. */
  comments?: Comment[]
  /** How many comments there are in all; with `comments`. */
  commentCount?: number
  /** The property, for display; null without one. */
  property: {
    /** The same as `propertyId`. */
    id: string
    /** Its display name now. */
    name: string
    /** Its lifecycle status now. */
    status: string
    /** Street address, without the city. */
    address: string | null
    /** null when it was never entered. */
    city: string | null
  } | null
}

export interface TaskCreate {
  /** One line, at most 500 characters. */
  title: string
  /** What is to be done, as plain text with line breaks. */
  description?: string | null | undefined
  /** From the least to the most pressing. A new task is NORMAL unless it is sent or given by a template. */
  priority?: "WATCH" | "LOWEST" | "LOW" | "NORMAL" | "HIGH" | "URGENT" | undefined
  /** The department that does it; its completion rules apply. */
  departmentId: string
  /** Where it is done; null for work that belongs to no property. */
  propertyId?: string | null | undefined
  /** The stay it belongs to. A task that has a date when it is linked moves with the stay. */
  reservationId?: string | null | undefined
  /** The guest or other contact it concerns. */
  contactId?: string | null | undefined
  /** The task this is a part of. */
  parentTaskId?: string | null | undefined
  /** In the time zone of the property. */
  scheduledDate?: string | null | undefined
  /** In the time zone of the property. A time as HH:MM or HH:MM:SS. */
  scheduledTime?: string | null | undefined
  /** How long it should take. */
  estimatedDurationMinutes?: number | null | undefined
  /** A reported issue. */
  isIssue?: boolean | undefined
  /** All tags of the task: an update replaces them. Only active tags can be added. */
  tagIds?: string[] | undefined
  /** Where it came from. Unless sent at creation: INTEGRATION for API keys, MANUAL for people, AUTOMATION for the service itself. */
  source?: "MANUAL" | "AUTOMATION" | "SCHEDULE_RULE" | "INTEGRATION" | "AI" | "REVIEW" | "MESSAGE" | "CALL" | "MEETING_BOT" | undefined
  /** At creation it gives description, priority and duration that are not sent, and adds its tags and checklist. */
  templateId?: string | null | undefined
  /** The person who leads; null takes a person off. Not with primaryVendorOrgId. */
  primaryUserId?: string | null | undefined
  /** The vendor who leads instead; null takes a vendor off. Not with primaryUserId. */
  primaryVendorOrgId?: string | null | undefined
  /** Users or vendors. */
  secondaryAssigneeIds?: string[] | undefined
  /** Adds the default people of the department. */
  useDefaultAssignees?: boolean | undefined
  /** Instead of propertyId: the exact name, internal name or internal code, in any case. */
  propertyName?: string | undefined
}

export interface TaskPage {
  /** This page; empty past the end. */
  items: Task[]
  pagination: Pagination
}

export interface TaskReduced {
  /** Given by the service; it never changes. */
  id: string
  /** For people; never used again in the workspace. */
  shortId: string
  /** Id of the workspace: a readable text, no UUID. */
  workspaceId: string
  /** One line, at most 500 characters. */
  title: string
  /** What is to be done, as plain text with line breaks. */
  description: string | null
  /** Set freely, unless COMPLETED is blocked (409) or a completed task needs this one over (422). COMPLETED, FINISHED, CLOSED and REQUEST_REJECTED are over. */
  status: "OPEN" | "CREATED" | "DRAFT" | "DRAFTED" | "SCHEDULED" | "IN_PROGRESS" | "FINISHED" | "CLOSED" | "PENDING_APPROVAL" | "REQUEST_APPROVED" | "REQUEST_REJECTED" | "COMPLETED"
  /** From the least to the most pressing. A new task is NORMAL unless it is sent or given by a template. */
  priority: "WATCH" | "LOWEST" | "LOW" | "NORMAL" | "HIGH" | "URGENT"
  /** Where it came from. Unless sent at creation: INTEGRATION for API keys, MANUAL for people, AUTOMATION for the service itself. */
  source: "MANUAL" | "AUTOMATION" | "SCHEDULE_RULE" | "INTEGRATION" | "AI" | "REVIEW" | "MESSAGE" | "CALL" | "MEETING_BOT"
  /** The department that does it; its completion rules apply. */
  departmentId: string
  /** The department, for display. */
  department: {
    /** The same as `departmentId`. */
    id: string
    /** As it is called now. */
    name: string
    /** Its short name for addresses. */
    slug: string
  }
  /** Where it is done; null for work that belongs to no property. */
  propertyId: string | null
  /** The stay it belongs to. A task that has a date when it is linked moves with the stay. */
  reservationId: string | null
  /** The guest or other contact it concerns. */
  contactId: string | null
  /** The task this is a part of. */
  parentTaskId: string | null
  /** In the time zone of the property. */
  scheduledDate: string | null
  /** In the time zone of the property. A time as HH:MM or HH:MM:SS. */
  scheduledTime: string | null
  /** How long it should take. */
  estimatedDurationMinutes: number | null
  /** A reported issue. */
  isIssue: boolean
  /** All tags of the task: an update replaces them. Only active tags can be added. */
  tagIds: string[]
  /** For an order of your own. */
  sortOrder: number
  /** For a grouping of your own: it is kept and not checked. */
  projectId: string | null
  /** Whether the owner of the property is to pay. */
  billableToOwner: boolean
  /** Counts where there are no cost items. */
  cost: number | null
  /** The currency of the workspace until changed. An ISO 4217 currency code such as EUR. */
  costCurrency: string
  /** Free of charge, whatever it costs. */
  isNoCharge: boolean
  /** What was done, said at completion. */
  summary: string | null
  /** Set by the first IN_PROGRESS unless sent. */
  startedAt: string | null
  /** Set by COMPLETED unless sent, null again after it. */
  completedAt: string | null
  /** Fields of your own. A change merges one level, null removes one. */
  customFields: Record<string, unknown>
  /** The same, said at completion. */
  completionFields: Record<string, unknown>
  /** At creation it gives description, priority and duration that are not sent, and adds its tags and checklist. */
  templateId: string | null
  /** Published to vendors. */
  isPublished: boolean
  /** Tasks of one property on one day share a visit. */
  visitId: string | null
  /** Reserved: always empty. */
  externalRefs: unknown[]
  /** A person, an API key, or the service itself, which has no id. */
  createdBy: {
    /** `system`: the service by itself, such as a workflow. */
    kind: "user" | "key" | "system"
    /** Of the user or the key; null for `system`. */
    id: string | null
    /** Their name at that time. */
    name: string
  }
  /** Reserved: always null. */
  aiProvenance: Record<string, unknown> | null
  /** Grows with every change, also of its parts; the ETag begins with it. */
  version: number
  /** When it was made, in UTC. */
  createdAt: string
  /** When it or one of its parts last changed, in UTC; comments do not count. */
  updatedAt: string
  /** There when `include` asks for it. */
  costItems?: CostItem[]
  /** There when `include` asks for it. */
  assignees?: Assignee[]
  /** There when `include` asks for it. */
  checklist?: ChecklistItem[]
  /** There when `include` asks for it. */
  tags?: TaskTag[]
  /** There when `include` asks for it. */
  attachments?: Attachment[]
  /** There when `include` asks for it. Oldest first; of more than 100 the newest ones. */
  comments?: Comment[]
  /** How many comments there are in all; with `comments`. */
  commentCount?: number
  /** The property, for display; null without one. */
  property: {
    /** The same as `propertyId`. */
    id: string
    /** Its display name now. */
    name: string
    /** Its lifecycle status now. */
    status: string
  } | null
}

export interface TaskReducedPage {
  /** This page; empty past the end. */
  items: TaskReduced[]
  pagination: Pagination
}

export interface TaskTag {
  /** Given by the service; it never changes. */
  id: string
  /** At most 100 characters, on one line. */
  name: string
  /** Six hexadecimal digits after `#`. */
  color: string
  /** false: it can no longer be added; tasks that have it keep it. */
  active: boolean
}

export interface TaskTagPage {
  /** This page; empty past the end. */
  items: TaskTag[]
  pagination: Pagination
}

export interface TaskUpdate {
  /** One line, at most 500 characters. */
  title?: string | undefined
  /** What is to be done, as plain text with line breaks. */
  description?: string | null | undefined
  /** From the least to the most pressing. A new task is NORMAL unless it is sent or given by a template. */
  priority?: "WATCH" | "LOWEST" | "LOW" | "NORMAL" | "HIGH" | "URGENT" | undefined
  /** The department that does it; its completion rules apply. */
  departmentId?: string | undefined
  /** Where it is done; null for work that belongs to no property. */
  propertyId?: string | null | undefined
  /** The stay it belongs to. A task that has a date when it is linked moves with the stay. */
  reservationId?: string | null | undefined
  /** The guest or other contact it concerns. */
  contactId?: string | null | undefined
  /** The task this is a part of. */
  parentTaskId?: string | null | undefined
  /** In the time zone of the property. */
  scheduledDate?: string | null | undefined
  /** In the time zone of the property. A time as HH:MM or HH:MM:SS. */
  scheduledTime?: string | null | undefined
  /** How long it should take. */
  estimatedDurationMinutes?: number | null | undefined
  /** A reported issue. */
  isIssue?: boolean | undefined
  /** All tags of the task: an update replaces them. Only active tags can be added. */
  tagIds?: string[] | undefined
  /** Set freely, unless COMPLETED is blocked (409) or a completed task needs this one over (422). COMPLETED, FINISHED, CLOSED and REQUEST_REJECTED are over. */
  status?: "OPEN" | "CREATED" | "DRAFT" | "DRAFTED" | "SCHEDULED" | "IN_PROGRESS" | "FINISHED" | "CLOSED" | "PENDING_APPROVAL" | "REQUEST_APPROVED" | "REQUEST_REJECTED" | "COMPLETED" | undefined
  /** For an order of your own. */
  sortOrder?: number | undefined
  /** For a grouping of your own: it is kept and not checked. */
  projectId?: string | null | undefined
  /** Whether the owner of the property is to pay. */
  billableToOwner?: boolean | undefined
  /** Counts where there are no cost items. */
  cost?: number | null | undefined
  /** The currency of the workspace until changed. An ISO 4217 currency code such as EUR. */
  costCurrency?: string | undefined
  /** Free of charge, whatever it costs. */
  isNoCharge?: boolean | undefined
  /** What was done, said at completion. */
  summary?: string | null | undefined
  /** Set by the first IN_PROGRESS unless sent. */
  startedAt?: string | null | undefined
  /** Set by COMPLETED unless sent, null again after it. */
  completedAt?: string | null | undefined
  /** Fields of your own. A change merges one level, null removes one. */
  customFields?: Record<string, unknown> | undefined
  /** The same, said at completion. */
  completionFields?: Record<string, unknown> | undefined
  /** The person who leads; null takes a person off. Not with primaryVendorOrgId. */
  primaryUserId?: string | null | undefined
  /** The vendor who leads instead; null takes a vendor off. Not with primaryUserId. */
  primaryVendorOrgId?: string | null | undefined
  /** Users or vendors. */
  secondaryAssigneeIds?: string[] | undefined
  /** Adds the default people of the department. */
  useDefaultAssignees?: boolean | undefined
  /** Instead of propertyId: the exact name, internal name or internal code, in any case. */
  propertyName?: string | undefined
  /** Default true. false adds the new person as SECONDARY. */
  replacePrimaryUser?: boolean | undefined
  /** Where it came from. Unless sent at creation: INTEGRATION for API keys, MANUAL for people, AUTOMATION for the service itself. */
  source?: "MANUAL" | "AUTOMATION" | "SCHEDULE_RULE" | "INTEGRATION" | "AI" | "REVIEW" | "MESSAGE" | "CALL" | "MEETING_BOT" | undefined
  /** At creation it gives description, priority and duration that are not sent, and adds its tags and checklist. */
  templateId?: string | null | undefined
  /** Given by the service; it never changes. */
  id?: string | undefined
  /** For people; never used again in the workspace. */
  shortId?: string | undefined
  /** Id of the workspace: a readable text, no UUID. */
  workspaceId?: string | undefined
  /** The department, for display. */
  department?: {
    /** The same as `departmentId`. */
    id: string
    /** As it is called now. */
    name: string
    /** Its short name for addresses. */
    slug: string
  } | undefined
  /** Published to vendors. */
  isPublished?: boolean | undefined
  /** Tasks of one property on one day share a visit. */
  visitId?: string | null | undefined
  /** Reserved: always empty. */
  externalRefs?: unknown[] | undefined
  /** A person, an API key, or the service itself, which has no id. */
  createdBy?: {
    /** `system`: the service by itself, such as a workflow. */
    kind: "user" | "key" | "system"
    /** Of the user or the key; null for `system`. */
    id: string | null
    /** Their name at that time. */
    name: string
  } | undefined
  /** Reserved: always null. */
  aiProvenance?: Record<string, unknown> | null | undefined
  /** Grows with every change, also of its parts; the ETag begins with it. */
  version?: number | undefined
  /** When it was made, in UTC. */
  createdAt?: string | undefined
  /** When it or one of its parts last changed, in UTC; comments do not count. */
  updatedAt?: string | undefined
  /** There when `include` asks for it. */
  costItems?: CostItem[] | undefined
  /** There when `include` asks for it. */
  assignees?: Assignee[] | undefined
  /** There when `include` asks for it. */
  checklist?: ChecklistItem[] | undefined
  /** There when `include` asks for it. */
  tags?: TaskTag[] | undefined
  /** There when `include` asks for it. */
  attachments?: Attachment[] | undefined
  /** There when `include` asks for it. Oldest first; of more than 100 the newest ones. */
  comments?: Comment[] | undefined
  /** How many comments there are in all; with `comments`. */
  commentCount?: number | undefined
  /** The property, for display; null without one. */
  property?: {
    /** The same as `propertyId`. */
    id: string
    /** Its display name now. */
    name: string
    /** Its lifecycle status now. */
    status: string
    /** Street address, without the city. */
    address?: string | null | undefined
    /** null when it was never entered. */
    city?: string | null | undefined
  } | null | undefined
}

export interface WorkOrder {
  /** Given by the service; it never changes. */
  id: string
  /** For people; never used again in the workspace. */
  shortId: string
  /** One line, at most 500 characters. */
  title: string
  /** What is to be done, as plain text with line breaks. */
  description: string | null
  /** Set freely, unless COMPLETED is blocked (409) or a completed task needs this one over (422). COMPLETED, FINISHED, CLOSED and REQUEST_REJECTED are over. */
  status: "OPEN" | "CREATED" | "DRAFT" | "DRAFTED" | "SCHEDULED" | "IN_PROGRESS" | "FINISHED" | "CLOSED" | "PENDING_APPROVAL" | "REQUEST_APPROVED" | "REQUEST_REJECTED" | "COMPLETED"
  /** From the least to the most pressing. A new task is NORMAL unless it is sent or given by a template. */
  priority: "WATCH" | "LOWEST" | "LOW" | "NORMAL" | "HIGH" | "URGENT"
  /** The department, for display. */
  department: {
    /** The same as `departmentId`. */
    id: string
    /** As it is called now. */
    name: string
    /** Its short name for addresses. */
    slug: string
  }
  /** In the time zone of the property. */
  scheduledDate: string | null
  /** In the time zone of the property. A time as HH:MM or HH:MM:SS. */
  scheduledTime: string | null
  /** How long it should take. */
  estimatedDurationMinutes: number | null
  /** Whether the owner of the property is to pay. */
  billableToOwner: boolean
  /** Counts where there are no cost items. */
  cost: number | null
  /** The currency of the workspace until changed. An ISO 4217 currency code such as EUR. */
  costCurrency: string
  /** Free of charge, whatever it costs. */
  isNoCharge: boolean
  /** The property, for display; null without one. */
  property: {
    /** The same as `propertyId`. */
    id: string
    /** Its display name now. */
    name: string
    /** Its lifecycle status now. */
    status: string
    /** Street address, without the city. */
    address: string | null
    /** null when it was never entered. */
    city: string | null
  } | null
  /** Oldest first. Where there are any, they count instead of `cost`. */
  costItems: CostItem[]
  /** The primary first, the others by name. */
  assignees: Assignee[]
}

export interface WorkOrderReduced {
  /** Given by the service; it never changes. */
  id: string
  /** For people; never used again in the workspace. */
  shortId: string
  /** One line, at most 500 characters. */
  title: string
  /** What is to be done, as plain text with line breaks. */
  description: string | null
  /** Set freely, unless COMPLETED is blocked (409) or a completed task needs this one over (422). COMPLETED, FINISHED, CLOSED and REQUEST_REJECTED are over. */
  status: "OPEN" | "CREATED" | "DRAFT" | "DRAFTED" | "SCHEDULED" | "IN_PROGRESS" | "FINISHED" | "CLOSED" | "PENDING_APPROVAL" | "REQUEST_APPROVED" | "REQUEST_REJECTED" | "COMPLETED"
  /** From the least to the most pressing. A new task is NORMAL unless it is sent or given by a template. */
  priority: "WATCH" | "LOWEST" | "LOW" | "NORMAL" | "HIGH" | "URGENT"
  /** The department, for display. */
  department: {
    /** The same as `departmentId`. */
    id: string
    /** As it is called now. */
    name: string
    /** Its short name for addresses. */
    slug: string
  }
  /** In the time zone of the property. */
  scheduledDate: string | null
  /** In the time zone of the property. A time as HH:MM or HH:MM:SS. */
  scheduledTime: string | null
  /** How long it should take. */
  estimatedDurationMinutes: number | null
  /** Whether the owner of the property is to pay. */
  billableToOwner: boolean
  /** Counts where there are no cost items. */
  cost: number | null
  /** The currency of the workspace until changed. An ISO 4217 currency code such as EUR. */
  costCurrency: string
  /** Free of charge, whatever it costs. */
  isNoCharge: boolean
  /** The property, for display; null without one. */
  property: {
    /** The same as `propertyId`. */
    id: string
    /** Its display name now. */
    name: string
    /** Its lifecycle status now. */
    status: string
  } | null
  /** Oldest first. Where there are any, they count instead of `cost`. */
  costItems: CostItem[]
  /** The primary first, the others by name. */
  assignees: Assignee[]
}

export interface WorkOrderReport {
  /** Id of the workspace: a readable text, no UUID. */
  workspaceId: string
  /** Orders of this day, each in the time zone of its property. */
  date: string
  /** How many there are; the report has no pages. */
  workOrderCount: number
  /** null when the currencies are mixed. */
  totalCost: number | null
  /** The currency code, or MIXED. */
  totalCostCurrency: string
  /** By currency code. */
  costTotalsByCurrency: Record<string, number>
  /** By time, those without one last, then by short id. */
  workOrders: WorkOrder[]
}

export interface WorkOrderReportReduced {
  /** Id of the workspace: a readable text, no UUID. */
  workspaceId: string
  /** Orders of this day, each in the time zone of its property. */
  date: string
  /** How many there are; the report has no pages. */
  workOrderCount: number
  /** null when the currencies are mixed. */
  totalCost: number | null
  /** The currency code, or MIXED. */
  totalCostCurrency: string
  /** By currency code. */
  costTotalsByCurrency: Record<string, number>
  /** By time, those without one last, then by short id. */
  workOrders: WorkOrderReduced[]
}

export interface Workspace {
  /** Id of the workspace: a readable text, no UUID. */
  id: string
  /** For display; it can change. */
  name: string
}

export interface WorkspacePage {
  /** This page; empty past the end. */
  items: Workspace[]
  pagination: Pagination
}

export interface ListWorkspacesQuery {
  /** Page size. */
  limit?: number | undefined
  /** How many items to skip. */
  offset?: number | undefined
}

export interface ListDepartmentsQuery {
  /** Page size. */
  limit?: number | undefined
  /** How many items to skip. */
  offset?: number | undefined
}

export interface ListAssignableUsersQuery {
  /** Page size. */
  limit?: number | undefined
  /** How many items to skip. */
  offset?: number | undefined
}

export interface ListPropertiesQuery {
  /** Lifecycle status. */
  status?: "PROSPECT" | "ONBOARDING" | "ACTIVE" | "AT_RISK" | "INACTIVE" | undefined
  /** Searches name, internal code and city. */
  q?: string | undefined
  /** Only what changed at or after this moment. */
  updatedSince?: string | undefined
  /** A minus sign means descending. */
  sort?: "-createdAt" | "createdAt" | "-updatedAt" | "updatedAt" | "name" | "-name" | undefined
  /** Page size. */
  limit?: number | undefined
  /** How many items to skip. */
  offset?: number | undefined
}

export interface ListTasksFilter {
  /** Only tasks in this status. */
  status?: "OPEN" | "CREATED" | "DRAFT" | "DRAFTED" | "SCHEDULED" | "IN_PROGRESS" | "FINISHED" | "CLOSED" | "PENDING_APPROVAL" | "REQUEST_APPROVED" | "REQUEST_REJECTED" | "COMPLETED" | undefined
  /** Only tasks of this priority. */
  priority?: "WATCH" | "LOWEST" | "LOW" | "NORMAL" | "HIGH" | "URGENT" | undefined
  /** Only tasks of this property. */
  propertyId?: string | undefined
  /** Only tasks of this department. */
  departmentId?: string | undefined
  /** Only tasks of departments of this kind. */
  departmentKind?: "field_ops" | undefined
  /** On this day; overrides scheduledFrom and scheduledTo. */
  scheduledDate?: string | undefined
  /** On or after this day. */
  scheduledFrom?: string | undefined
  /** On or before this day. */
  scheduledTo?: string | undefined
  /** Searches title, description and short id. */
  q?: string | undefined
  /** Only what changed at or after this moment. */
  updatedSince?: string | undefined
  /** A minus sign means descending. */
  sort?: "-createdAt" | "createdAt" | "-updatedAt" | "updatedAt" | "scheduledDate" | "-scheduledDate" | undefined
  /** Page size. */
  limit?: number | undefined
  /** How many items to skip. */
  offset?: number | undefined
}

export interface ListTasksQuery<Included extends readonly ("costItems" | "assignees" | "checklist" | "tags" | "attachments" | "comments")[] | undefined = readonly ("costItems" | "assignees" | "checklist" | "tags" | "attachments" | "comments")[]> extends ListTasksFilter {
  /** Comma-separated: costItems, assignees, checklist, tags, attachments, comments. */
  include?: Included | undefined
}

export interface CreateTaskQuery<Included extends readonly ("costItems" | "assignees" | "checklist" | "tags" | "attachments" | "comments")[] | undefined = readonly ("costItems" | "assignees" | "checklist" | "tags" | "attachments" | "comments")[]> {
  /** Comma-separated: costItems, assignees, checklist, tags, attachments, comments. */
  include?: Included | undefined
}

export interface GetTaskFilter {
  /** Pages back in `comments` from this one. */
  beforeCommentId?: string | undefined
}

export interface GetTaskQuery<Included extends readonly ("costItems" | "assignees" | "checklist" | "tags" | "attachments" | "comments")[] | undefined = readonly ("costItems" | "assignees" | "checklist" | "tags" | "attachments" | "comments")[]> extends GetTaskFilter {
  /** Comma-separated: costItems, assignees, checklist, tags, attachments, comments. */
  include?: Included | undefined
}

export interface UpdateTaskQuery<Included extends readonly ("costItems" | "assignees" | "checklist" | "tags" | "attachments" | "comments")[] | undefined = readonly ("costItems" | "assignees" | "checklist" | "tags" | "attachments" | "comments")[]> {
  /** Comma-separated: costItems, assignees, checklist, tags, attachments, comments. */
  include?: Included | undefined
}

export interface GetDailyWorkOrdersQuery {
  /** Orders of this day, each in the time zone of its property. */
  date: string
}

export interface ListChecklistItemsQuery {
  /** Page size. */
  limit?: number | undefined
  /** How many items to skip. */
  offset?: number | undefined
}

export interface ListAttachmentsQuery {
  /** Page size. */
  limit?: number | undefined
  /** How many items to skip. */
  offset?: number | undefined
}

export interface ListTaskTagsQuery {
  /** Page size. */
  limit?: number | undefined
  /** How many items to skip. */
  offset?: number | undefined
}

/** Sessions of people, for programs that act as a person. Integrations use an API key and need none of this. */
export interface AuthenticationApi {
  /**
   * Read the signed-in user.
   *
   * For session tokens. A workspace API key is refused with 401.
   *
   * Required scope: none; API keys are refused with 401.
   */
  getMe(options?: CallOptions): Promise<Me>
  /**
   * Exchange a refresh token for new tokens.
   *
   * The refresh token is replaced. Using a replaced one again ends the session.
   *
   * Required scope: none; no credential is needed.
   */
  refreshSession(body: Refresh, options?: CallOptions): Promise<SessionTokens>
  /**
   * Sign in with e-mail and password.
   *
   * Answers an access token for one hour and a refresh token for 30 days. At most 10 tries a minute from a network where the person has signed in before; from all others together 10 at once for each e-mail, then one in 10 seconds, in turn.
   *
   * Required scope: none; no credential is needed.
   */
  signIn(body: SignIn, options?: CallOptions): Promise<SessionTokens>
}

/** The company whose data a key opens. */
export interface WorkspacesApi {
  /**
   * List the workspaces of the credential.
   *
   * A key belongs to exactly one workspace and sees that one. No scope is needed.
   *
   * Required scope: none; any valid API key may call this.
   */
  list(query?: ListWorkspacesQuery, options?: CallOptions): Promise<WorkspacePage>
  /** All of them, page after page: `for await (const item of …)`, or by the page with `.pages()`. `limit` is the size of a page. */
  listAll(query?: Omit<ListWorkspacesQuery, 'offset'>, options?: CallOptions): Listing<Workspace>
}

/** Teams that tasks belong to. */
export interface DepartmentsApi {
  /**
   * List departments.
   *
   * Gives the departmentId that a new task needs.
   *
   * Required scope: `departments:read`.
   */
  list(query?: ListDepartmentsQuery, options?: CallOptions): Promise<DepartmentPage>
  /** All of them, page after page: `for await (const item of …)`, or by the page with `.pages()`. `limit` is the size of a page. */
  listAll(query?: Omit<ListDepartmentsQuery, 'offset'>, options?: CallOptions): Listing<Department>
}

/** The people work can be given to. */
export interface UsersApi {
  /**
   * List the people tasks can be assigned to.
   *
   * Active members of the workspace. E-mail addresses and phone numbers are not part of it; API keys never appear.
   *
   * Required scope: `users:read`.
   */
  listAssignable(query?: ListAssignableUsersQuery, options?: CallOptions): Promise<AssignableUserPage>
  /** All of them, page after page: `for await (const item of …)`, or by the page with `.pages()`. `limit` is the size of a page. */
  listAllAssignable(query?: Omit<ListAssignableUsersQuery, 'offset'>, options?: CallOptions): Listing<AssignableUser>
}

/** Apartments, villas and rooms under management. */
export interface PropertiesApi<Restricted extends boolean = false> {
  /**
   * List properties.
   *
   * Newest first unless `sort` says otherwise. Deleted properties are left out.
   *
   * Required scope: `properties:read`.
   */
  list(query?: ListPropertiesQuery, options?: CallOptions): Promise<Seen<Restricted, PropertyPage, PropertyReducedPage>>
  /** All of them, page after page: `for await (const item of …)`, or by the page with `.pages()`. `limit` is the size of a page. */
  listAll(query?: Omit<ListPropertiesQuery, 'offset'>, options?: CallOptions): Listing<Seen<Restricted, Property, PropertyReduced>>
  /**
   * Create a property.
   *
   * Only `name` is required; `status` is ONBOARDING unless sent.
   *
   * Required scope: `properties:write`. The creator of a tool-client key must also have the role `manager`.
   */
  create(body: PropertyCreate, options?: WriteOptions): Promise<Versioned<Property>>
  /**
   * Read a property.
   *
   * Required scope: `properties:read`.
   */
  get(propertyId: string, options?: CallOptions): Promise<Versioned<Seen<Restricted, Property, PropertyReduced>>>
  /**
   * Change a property.
   *
   * Fields left out stay, null clears, `customFields` merges one level. What was read can be sent back whole; a read-only field must then have its current value.
   *
   * Required scope: `properties:write`. The creator of a tool-client key must also have the role `manager`.
   */
  update(propertyId: string, body: PropertyUpdate, options?: ChangeOptions): Promise<Versioned<Property>>
  /**
   * Delete a property.
   *
   * A soft delete: the property disappears from every list and answer.
   *
   * Required scope: `properties:write`. The creator of a tool-client key must also have the role `manager`.
   */
  delete(propertyId: string, options?: ChangeOptions): Promise<Deleted>
}

/** The work: what is to be done, where, when and by whom. */
export interface TasksApi<Restricted extends boolean = false> {
  /**
   * List tasks.
   *
   * Newest first unless `sort` says otherwise. `scheduledDate` overrides `scheduledFrom` and `scheduledTo`, each of which may stand alone.
   *
   * Required scope: `tasks:read`.
   */
  list<const Included extends ListTasksQuery['include'] = []>(query?: ListTasksFilter & Including<Included, ListTasksQuery['include']>, options?: CallOptions): Promise<PageWith<Seen<Restricted, TaskPage, TaskReducedPage>, Included>>
  /** All of them, page after page: `for await (const item of …)`, or by the page with `.pages()`. `limit` is the size of a page. */
  listAll<const Included extends ListTasksQuery['include'] = []>(query?: Omit<ListTasksFilter, 'offset'> & Including<Included, ListTasksQuery['include']>, options?: CallOptions): Listing<With<Seen<Restricted, Task, TaskReduced>, Included>>
  /**
   * Create a task.
   *
   * The status is SCHEDULED with a date and OPEN without. Assignees, tags, the visit and the activity are in the answer; notifications, automations and sync follow.
   *
   * Required scope: `tasks:create`.
   */
  create<const Included extends CreateTaskQuery['include'] = []>(body: TaskCreate, options?: WriteOptions & Including<Included, CreateTaskQuery['include']>): Promise<Versioned<With<Seen<Restricted, Task, TaskReduced>, Included>>>
  /**
   * Read a task.
   *
   * Required scope: `tasks:read`.
   */
  get<const Included extends GetTaskQuery['include'] = []>(taskId: string, query?: GetTaskFilter & Including<Included, GetTaskQuery['include']>, options?: CallOptions): Promise<Versioned<With<Seen<Restricted, Task, TaskReduced>, Included>>>
  /**
   * Change a task.
   *
   * Fields left out stay, null clears. `status` COMPLETED is refused with 409 and the blockers while something stands in the way. What was read can be sent back whole.
   *
   * Required scope: `tasks:update`.
   */
  update<const Included extends UpdateTaskQuery['include'] = []>(taskId: string, body: TaskUpdate, options?: ChangeOptions & Including<Included, UpdateTaskQuery['include']>): Promise<Versioned<With<Seen<Restricted, Task, TaskReduced>, Included>>>
  /**
   * Delete a task.
   *
   * A soft delete: the task disappears from every list and answer.
   *
   * Required scope: `tasks:delete`. The creator of a tool-client key must also have the role `manager`.
   */
  delete(taskId: string, options?: ChangeOptions): Promise<Deleted>
  /**
   * Read the work orders of a day with their costs.
   *
   * Tasks in status SCHEDULED on the date, in departments of kind field_ops, by time and short id. An order counts nothing when it is free of charge, else its cost items, else its cost.
   *
   * Required scope: `tasks:read`.
   */
  getDailyWorkOrders(query: GetDailyWorkOrdersQuery, options?: CallOptions): Promise<Seen<Restricted, WorkOrderReport, WorkOrderReportReduced>>
}

/** What is to be ticked off on a task, and actions in other systems linked there. */
export interface ChecklistsApi {
  /**
   * List the checklist of a task.
   *
   * In the order of the checklist.
   *
   * Required scope: `tasks:read`.
   */
  listItems(taskId: string, query?: ListChecklistItemsQuery, options?: CallOptions): Promise<ChecklistItemPage>
  /** All of them, page after page: `for await (const item of …)`, or by the page with `.pages()`. `limit` is the size of a page. */
  listAllItems(taskId: string, query?: Omit<ListChecklistItemsQuery, 'offset'>, options?: CallOptions): Listing<ChecklistItem>
  /**
   * Link an external action.
   *
   * Adds an item to the checklist that leads to an action in your system. The pair of `externalSource` and `externalId` is unique on the task: sent again, it answers 200 and the item that is there, unchanged.
   *
   * Required scope: `checklists:write`.
   */
  addExternalAction(taskId: string, body: ExternalAction, options?: ChangeOptions): Promise<ChecklistItem>
  /**
   * Read a checklist item.
   *
   * Required scope: `tasks:read`.
   */
  getItem(taskId: string, itemId: string, options?: CallOptions): Promise<ChecklistItem>
  /**
   * Complete a checklist item.
   *
   * Completes an item. Safe to repeat: the time of the first completion is kept. A `PHOTO` item is completed by a photo alone: 422 `answer_mismatch`.
   *
   * Required scope: `checklists:write`.
   */
  completeItem(taskId: string, itemId: string, options?: ChangeOptions): Promise<ChecklistItem>
  /**
   * Complete an external action.
   *
   * The same, for an item that you know by your own id. Safe to repeat.
   *
   * Required scope: `checklists:write`.
   */
  completeExternalAction(taskId: string, externalSource: string, externalId: string, options?: ChangeOptions): Promise<ChecklistItem>
}

/** Photos of a task, of which we keep a copy. */
export interface AttachmentsApi {
  /**
   * List the photos of a task.
   *
   * Newest first.
   *
   * Required scope: `tasks:read`.
   */
  list(taskId: string, query?: ListAttachmentsQuery, options?: CallOptions): Promise<AttachmentPage>
  /** All of them, page after page: `for await (const item of …)`, or by the page with `.pages()`. `limit` is the size of a page. */
  listAll(taskId: string, query?: Omit<ListAttachmentsQuery, 'offset'>, options?: CallOptions): Listing<Attachment>
  /**
   * Attach a photo.
   *
   * Downloads the image at `sourceUrl` while you wait and keeps a copy: at most 25 MB in at most 30 seconds, an image by its header and by its bytes. The address is used once and not kept. The same `externalSource` and `externalId` again answer 200 and the attachment that is there, without a download; a record that has no copy yet gets one.
   *
   * Required scope: `attachments:write`.
   */
  add(taskId: string, body: AttachmentCreate, options?: WriteOptions): Promise<Attachment>
  /**
   * Read an attachment.
   *
   * Required scope: `tasks:read`.
   */
  get(taskId: string, attachmentId: string, options?: CallOptions): Promise<Attachment>
}

/** Words to sort tasks by. */
export interface TaskTagsApi {
  /**
   * List the tags for tasks.
   *
   * The active tags of the workspace, newest first.
   *
   * Required scope: `task-tags:read`.
   */
  list(query?: ListTaskTagsQuery, options?: CallOptions): Promise<TaskTagPage>
  /** All of them, page after page: `for await (const item of …)`, or by the page with `.pages()`. `limit` is the size of a page. */
  listAll(query?: Omit<ListTaskTagsQuery, 'offset'>, options?: CallOptions): Listing<TaskTag>
  /**
   * Put a tag on a task.
   *
   * Answers all tags of the task. A tag that is there already stays, and nothing changes.
   *
   * Required scope: `task-tags:write`.
   */
  add(taskId: string, tagId: string, options?: ChangeOptions): Promise<TagsOfTask>
  /**
   * Take a tag off a task.
   *
   * Answers the tags that are left. A tag that is not there is no error, and nothing changes.
   *
   * Required scope: `task-tags:write`.
   */
  remove(taskId: string, tagId: string, options?: ChangeOptions): Promise<TagsOfTask>
}

/** The methods of the client, by subject. */
export interface Groups<Restricted extends boolean = false> {
  /** Sessions of people, for programs that act as a person. Integrations use an API key and need none of this. */
  authentication: AuthenticationApi
  /** The company whose data a key opens. */
  workspaces: WorkspacesApi
  /** Teams that tasks belong to. */
  departments: DepartmentsApi
  /** The people work can be given to. */
  users: UsersApi
  /** Apartments, villas and rooms under management. */
  properties: PropertiesApi<Restricted>
  /** The work: what is to be done, where, when and by whom. */
  tasks: TasksApi<Restricted>
  /** What is to be ticked off on a task, and actions in other systems linked there. */
  checklists: ChecklistsApi
  /** Photos of a task, of which we keep a copy. */
  attachments: AttachmentsApi
  /** Words to sort tasks by. */
  taskTags: TaskTagsApi
}

/** What the runtime must know of each method. */
export const operations = {
  authentication: {
    getMe: { method: "GET", path: "/auth/me", isRepeatable: true },
    refreshSession: { method: "POST", path: "/auth/refresh", hasBody: true, isOpen: true },
    signIn: { method: "POST", path: "/auth/token", hasBody: true, isOpen: true },
  },
  workspaces: {
    list: { method: "GET", path: "/workspaces", query: ["limit","offset"], isRepeatable: true, pagedBy: "id" },
  },
  departments: {
    list: { method: "GET", path: "/workspaces/{workspaceId}/departments", query: ["limit","offset"], isRepeatable: true, pagedBy: "id" },
  },
  users: {
    listAssignable: { method: "GET", path: "/workspaces/{workspaceId}/users", query: ["limit","offset"], isRepeatable: true, pagedBy: "userId" },
  },
  properties: {
    list: { method: "GET", path: "/workspaces/{workspaceId}/properties", query: ["status","q","updatedSince","sort","limit","offset"], isRepeatable: true, pagedBy: "id" },
    create: { method: "POST", path: "/workspaces/{workspaceId}/properties", hasBody: true, isRepeatable: true },
    get: { method: "GET", path: "/workspaces/{workspaceId}/properties/{propertyId}", isRepeatable: true },
    update: { method: "PATCH", path: "/workspaces/{workspaceId}/properties/{propertyId}", hasBody: true, isRepeatable: true },
    delete: { method: "DELETE", path: "/workspaces/{workspaceId}/properties/{propertyId}", isRepeatable: true },
  },
  tasks: {
    list: { method: "GET", path: "/workspaces/{workspaceId}/tasks", query: ["status","priority","propertyId","departmentId","departmentKind","scheduledDate","scheduledFrom","scheduledTo","include","q","updatedSince","sort","limit","offset"], isRepeatable: true, pagedBy: "id" },
    create: { method: "POST", path: "/workspaces/{workspaceId}/tasks", query: ["include"], hasBody: true, isRepeatable: true },
    get: { method: "GET", path: "/workspaces/{workspaceId}/tasks/{taskId}", query: ["include","beforeCommentId"], isRepeatable: true },
    update: { method: "PATCH", path: "/workspaces/{workspaceId}/tasks/{taskId}", query: ["include"], hasBody: true, isRepeatable: true },
    delete: { method: "DELETE", path: "/workspaces/{workspaceId}/tasks/{taskId}", isRepeatable: true },
    getDailyWorkOrders: { method: "GET", path: "/workspaces/{workspaceId}/tasks/daily-work-orders", query: ["date"], isRepeatable: true },
  },
  checklists: {
    listItems: { method: "GET", path: "/workspaces/{workspaceId}/tasks/{taskId}/checklist-items", query: ["limit","offset"], isRepeatable: true, pagedBy: "id" },
    addExternalAction: { method: "POST", path: "/workspaces/{workspaceId}/tasks/{taskId}/checklist-items", hasBody: true, isRepeatable: true },
    getItem: { method: "GET", path: "/workspaces/{workspaceId}/tasks/{taskId}/checklist-items/{itemId}", isRepeatable: true },
    completeItem: { method: "POST", path: "/workspaces/{workspaceId}/tasks/{taskId}/checklist-items/{itemId}/complete", isRepeatable: true },
    completeExternalAction: { method: "POST", path: "/workspaces/{workspaceId}/tasks/{taskId}/checklist-items/external/{externalSource}/{externalId}/complete", isRepeatable: true },
  },
  attachments: {
    list: { method: "GET", path: "/workspaces/{workspaceId}/tasks/{taskId}/attachments", query: ["limit","offset"], isRepeatable: true, pagedBy: "id" },
    add: { method: "POST", path: "/workspaces/{workspaceId}/tasks/{taskId}/attachments", hasBody: true, isRepeatable: true },
    get: { method: "GET", path: "/workspaces/{workspaceId}/tasks/{taskId}/attachments/{attachmentId}", isRepeatable: true },
  },
  taskTags: {
    list: { method: "GET", path: "/workspaces/{workspaceId}/task-tags", query: ["limit","offset"], isRepeatable: true, pagedBy: "id" },
    add: { method: "PUT", path: "/workspaces/{workspaceId}/tasks/{taskId}/tags/{tagId}", isRepeatable: true },
    remove: { method: "DELETE", path: "/workspaces/{workspaceId}/tasks/{taskId}/tags/{tagId}", isRepeatable: true },
  },
} as const
