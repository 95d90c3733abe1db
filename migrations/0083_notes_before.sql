-- What a teacher had noted for both of a lesson that went over is theirs, and stands under their name.
UPDATE lessons l SET notes_shared = ''
FROM lesson_substitute_lessons s JOIN lesson_substitutes p ON p.id = s.substitute_id AND p.state = 'accepted'
WHERE s.lesson_id = l.id AND l.handed_over_at IS NOT NULL AND s.notes_shared <> '' AND s.notes_shared = l.notes_shared;
