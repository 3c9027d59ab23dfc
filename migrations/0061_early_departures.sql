-- Guests who have left before their day are looked for each minute, and are few among all the stays to come.
create index reservations_left on reservations (checkout_date) where deleted_at is null and status = 'CHECKED_OUT';
