"""A person's visit: straight-line trio over a terminal, room by room.

    visit = Visit(service, terminal, visitor, Settings(...))
    status = await attend(visit)

`attend` goes from room to room: `door`, `lobby`, `table`, `lesson`, `replay`. A room is an async function that returns
where to go next. `visit` has what every room awaits of the person and shows them; `action` is one row of what can be
done in a room, from which its help, keys and completion are made; `stage` and all of `text` are pure.
"""
